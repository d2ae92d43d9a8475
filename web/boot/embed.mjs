/* Starts an embedded board: like the page, but for the storage, which a frame on another site may be denied. */
import "./frame-storage.mjs"; // first: modules run in the order of their imports
import "./start.mjs";
