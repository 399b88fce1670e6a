// What is evaluated: where its data lies, the code that judges it, its figures in plain rows and tables of more detail.
import { diagnosisBoards } from "./diagnosis/boards.mjs";
import { groupingBoard } from "./grouping/board.mjs";
import { healthyBoards } from "./healthy/boards.mjs";
import { worldBoard } from "./live/board.mjs";
import { loghubBoard } from "./loghub/board.mjs";
import { nabBoard } from "./nab/board.mjs";

/**
 * Each board: `name` and `folder` (both can be asked for; without data of its own null, over several sets "", and these
 * are `anyOf`), `run(folder, shape)` → a result of plain data (`shape` of generated days, see options.mjs), and of that
 * result `rows` → `{ measure, cases, value, crossValidated, simple, published }[]` for the scoreboard, `tables` →
 * Markdown by name, `lines`, where it has them → what was said of each case, `predictions` → what can be given to another
 * scorer.
 */
export const BOARDS = [nabBoard, loghubBoard, groupingBoard, ...diagnosisBoards, ...healthyBoards, worldBoard];
