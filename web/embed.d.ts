/** The types of the element that embed.js defines. */
export type MorrisControls = "none" | "moves" | "full";
export type MorrisTheme = "auto" | "light" | "dark";
export type MorrisPly = number | "first" | "previous" | "next" | "last";

/** The state of the board: its link, the ply shown, the number of moves, and the result, which is "*" during the game. */
export interface MorrisState {
  link: string;
  ply: number;
  plies: number;
  result: "1-0" | "0-1" | "1/2-1/2" | "*";
}

export interface MorrisBoardElement extends HTMLElement {
  /** The game: a link's fragment, `v=nine&m=d6.f4`, or a whole link of the site. Setting it loads the game. */
  link: string;
  controls: MorrisControls;
  theme: MorrisTheme;
  /** The names of the board and the men, such as "slate" and "flat". An unknown name has no effect, and morris:error lists
   * the names. */
  look: string;
  men: string;
  // The attributes record, orientation, coordinates, start, autoplay, players, prose and puzzle are no properties.
  /** The state of the board, which events update. Until morris:ready, it is empty, ply 0 and "*". */
  readonly state: MorrisState;
  /** Load another game. A damaged link has no effect, and morris:error says what is wrong with it. */
  load(link: string): void;
  goto(ply: MorrisPly): void;
  flip(): void;
}

export interface MorrisEvents {
  "morris:ready": CustomEvent<MorrisState>;
  "morris:position": CustomEvent<MorrisState>;
  "morris:move": CustomEvent<{ move: string; ply: number; side: "white" | "black"; link: string }>;
  "morris:end": CustomEvent<{ result: "1-0" | "0-1" | "1/2-1/2"; reason: string; text: string }>;
  /** The reader has solved a puzzle; `clean`: without a wrong move and without help. */
  "morris:solved": CustomEvent<{ clean: boolean }>;
  "morris:error": CustomEvent<{ message: string }>;
  "morris:resize": CustomEvent<{ height: number }>;
}

declare global {
  interface HTMLElementTagNameMap {
    "morris-board": MorrisBoardElement;
  }
  interface HTMLElementEventMap extends MorrisEvents {}
}
