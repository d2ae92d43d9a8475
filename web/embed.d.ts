/** Types of the element that embed.js defines. */
export type MorrisControls = "none" | "moves" | "full";
export type MorrisTheme = "auto" | "light" | "dark";
export type MorrisPly = number | "first" | "previous" | "next" | "last";

/** What is on the board: the link of it, the ply shown, the moves in all, and the game's result, "*" while it goes on. */
export interface MorrisState {
  link: string;
  ply: number;
  plies: number;
  result: "1-0" | "0-1" | "1/2-1/2" | "*";
}

export interface MorrisBoardElement extends HTMLElement {
  /** What to show: a link's fragment, `v=nine&m=d6.f4`, or a whole link of the site. Setting it loads it. */
  link: string;
  controls: MorrisControls;
  theme: MorrisTheme;
  /** The board and the men by their names, such as "slate" and "flat". A name that there is not changes nothing:
   * morris:error lists the names. */
  look: string;
  men: string;
  /** What is on the board, kept up by the events; empty, ply 0 and "*" until morris:ready. */
  readonly state: MorrisState;
  /** Put another game on the board. A damaged link changes nothing: morris:error says what is wrong with it. */
  load(link: string): void;
  goto(ply: MorrisPly): void;
  flip(): void;
}

export interface MorrisEvents {
  "morris:ready": CustomEvent<MorrisState>;
  "morris:position": CustomEvent<MorrisState>;
  "morris:move": CustomEvent<{ move: string; ply: number; side: "white" | "black"; link: string }>;
  "morris:end": CustomEvent<{ result: "1-0" | "0-1" | "1/2-1/2"; reason: string; text: string }>;
  "morris:error": CustomEvent<{ message: string }>;
  "morris:resize": CustomEvent<{ height: number }>;
}

declare global {
  interface HTMLElementTagNameMap {
    "morris-board": MorrisBoardElement;
  }
  interface HTMLElementEventMap extends MorrisEvents {}
}
