// What is evaluated: where its data lies, the code that judges it, its figures in plain rows and tables of more detail.
import { diagnosisBoards } from "./diagnosis/boards.mjs";
import { groupingBoard } from "./grouping/board.mjs";
import { healthyBoards } from "./healthy/boards.mjs";
import { loghubBoard } from "./loghub/board.mjs";
import { nabBoard } from "./nab/board.mjs";

/**
 * Each board: `name` and `folder` (both can be asked for), `run(folder)` → a result of plain data, and of that result
 * `rows` → `{ measure, cases, value, crossValidated, incidental, published }[]` for the scoreboard, `tables` → Markdown
 * by name, `predictions` → what can be given to another scorer.
 */
export const BOARDS = [nabBoard, loghubBoard, groupingBoard, ...diagnosisBoards, ...healthyBoards];
