/** Types of the element that embed.js defines. */
export type MorrisControls = "none" | "moves" | "full";
export type MorrisTheme = "auto" | "light" | "dark";
export type MorrisPly = number | "first" | "previous" | "next" | "last";

export interface MorrisBoardElement extends HTMLElement {
  /** What to show: a link's fragment, `v=nine&m=d6.f4`, or a whole link of the site. Setting it loads it. */
  link: string;
  controls: MorrisControls;
  theme: MorrisTheme;
  /** What is on the board, as the last event told it. */
  readonly state: { link: string; ply: number; result: "1-0" | "0-1" | "1/2-1/2" | "*" };
  load(link: string): void;
  goto(ply: MorrisPly): void;
  flip(): void;
}

export interface MorrisEvents {
  "morris:ready": CustomEvent<{ link: string; ply: number; plies: number }>;
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
