// @ts-check
/**
 * The shapes that pass between server, queue and page. Types only.
 *
 * @typedef {{ overflow: string | null, openingBy: string | null, openingDice: number | null, movable: string[] }} Rules
 * @typedef {{
 *   kind: "table" | "heat", canRecord: boolean, apiRoot: string, backUrl: string, token: string, place: string, language: string,
 *   worker: string,
 *   rare: string[], ranks: string[], lowerRanks: string[], rules: Rules,
 *   goods: Record<string, string[]>,
 * }} Config `goods`: by rank what each of its pieces gives, in the order in which they leave the stock
 *
 * What the server says of a log. `seats` or `entrants` hold the players.
 * @typedef {Record<string, any> & { phase: string, round: number, seq: number }} State
 *
 * What six dice come to: pattern, the rank of the 兼得 piece, strength where it is 状元-level.
 * @typedef {[string | null, string | null, number | null]} Hand
 * @typedef {{ pattern: string | null, bonus: string | null, strength: number | null }} Outcome
 *
 * One entry as it is sent.
 * @typedef {{
 *   client_uuid: string, kind: string, thrown_at: string, seat?: number, entrant?: string, dice?: number[],
 *   pattern?: string | null, bonus?: string, rank?: string, reason?: string, supersedes?: number, approval?: { pin: string },
 * }} Entry `pattern` and `bonus` in place of dice where the event has only patterns entered
 *
 * What the page remembers beside an entry it queued: whose it is, and for an undo whose turn comes back. `uuid` names
 * an entry of the queue whose number is not known yet; the undo waits for it.
 * @typedef {{ kind: string, id: string | null, uuid?: string }} Undoes
 * @typedef {{ id: string | null, undoes?: Undoes }} Note
 * @typedef {{ code: string, detail: string, expected?: any }} Refusal
 *
 * An entry in the queue. `doubt`: it was sent and no answer came, so the server may have it.
 * @typedef {{ key: number, entry: Entry, note: Note, doubt: boolean, refused: Refusal | null }} Queued
 *
 * @typedef {{ client_uuid: string, status: string, seq?: number, effect?: any } & Partial<Refusal>} Result
 * @typedef {{ status: "answered", results: Result[], state: State }
 *   | { status: "refused", code: string, detail: string }
 *   | { status: "unreachable" }
 *   | { status: Door, detail: string }} Answer
 *
 * A door that is shut; `replaced`: another tablet has the table now.
 * @typedef {"signed_out" | "forbidden" | "released" | "replaced" | "missing"} Door
 *
 * @typedef {{ id: string, skipped: boolean }} Turn
 *
 * Somebody at the bowl, at a table or in a heat.
 * @typedef {{
 *   id: string, label: string, short: string, name: string, unit: string, out: boolean, skip: boolean, absent?: boolean,
 *   held: Record<string, number>, candidate: { pattern: string | null, dice: number[], strength: number | null } | null,
 *   mark: string,
 * }} Player
 *
 * An action behind "more": what it asks for before it is recorded.
 * @typedef {{ kind: string, asks: ("present" | "absent" | "anybody" | "rank" | "reason")[] }} Action
 *
 * What differs between a table and a play-off heat.
 * @typedef {{
 *   entryFor: (kind: string, id: string | null) => { seat?: number, entrant?: string },
 *   players: (state: State) => Player[],
 *   turn: (state: State) => string | null,
 *   line: (state: State) => Turn[],
 *   actions: Action[],
 *   gains: (state: State, outcome: Outcome, id: string | null) => string[],
 *   did: (state: State, effect: any) => string,
 * }} Adapter
 */
export {};
