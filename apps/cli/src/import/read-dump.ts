import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

// A database as SQL text: pg_dump in its plain format, with COPY or with INSERT, and the SCRIPT command of H2.

export type DumpRow = Record<string, string | null>

/** The rows of these tables, in the order of the file. Names of tables and columns are in upper case, as there. */
export async function* dumpRows(
  file: string,
  tables: ReadonlySet<string>,
): AsyncGenerator<{ table: string; row: DumpRow }> {
  const columnsOf = new Map<string, string[]>()
  let copied: { table: string; columns: string[] } | null = null
  let statement = ''
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    if (copied) {
      if (line === String.raw`\.`) copied = null
      else if (tables.has(copied.table))
        yield { table: copied.table, row: rowOf(copied.columns, line.split('\t').map(copiedValue)) }
      continue
    }
    if (statement === '') {
      copied = copyOf(line)
      if (copied || !startsStatement.test(line)) continue
    }
    statement += `${line}\n`
    if (!isComplete(statement)) continue
    yield* rowsOfStatement(statement, tables, columnsOf)
    statement = ''
  }
}

const startsStatement = /^\s*(?:INSERT INTO|CREATE (?:CACHED |MEMORY )?TABLE)\b/i
const tableName = String.raw`(?:"?\w+"?\.)?"?(\w+)"?`

/** COPY public."PROJECT" ("ID", "NAME") FROM stdin; */
function copyOf(line: string): { table: string; columns: string[] } | null {
  const [, table, columns] = new RegExp(`^COPY ${tableName} \\(([^)]*)\\) FROM stdin;$`, 'i').exec(line) ?? []
  return table === undefined ? null : { table: table.toUpperCase(), columns: namesIn(columns!) }
}

const namesIn = (list: string): string[] =>
  list.split(',').map((name) => name.trim().replaceAll('"', '').toUpperCase())

const escapes: ReadonlyMap<string, string> = new Map(
  Object.entries({ n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v' }),
)

const copiedValue = (text: string): string | null =>
  text === String.raw`\N` ? null : text.replaceAll(/\\(.)/g, (_, each: string) => escapes.get(each) ?? each)

const rowOf = (columns: readonly string[], values: readonly (string | null)[]): DumpRow =>
  Object.fromEntries(columns.map((name, at) => [name, values[at] ?? null]))

/** Ends with a semicolon outside of quotes: an odd number of quotes is a text that goes on. */
const isComplete = (statement: string): boolean =>
  statement.trimEnd().endsWith(';') && (statement.match(/'/g)?.length ?? 0) % 2 === 0

function* rowsOfStatement(
  statement: string,
  tables: ReadonlySet<string>,
  columnsOf: Map<string, string[]>,
): Generator<{ table: string; row: DumpRow }> {
  const created = new RegExp(`^\\s*CREATE (?:CACHED |MEMORY )?TABLE ${tableName}\\s*\\(`, 'i').exec(statement)
  if (created) {
    const names = statement.slice(created[0].length).matchAll(/^\s*"(\w+)"\s+[A-Z]/gim)
    columnsOf.set(
      created[1]!.toUpperCase(),
      [...names].map(([, name]) => name!.toUpperCase()),
    )
    return
  }
  const head = new RegExp(`^\\s*INSERT INTO ${tableName}\\s*(?:\\(([^)]*)\\))?\\s*VALUES`, 'i').exec(
    statement,
  )
  const table = head?.[1]!.toUpperCase() ?? ''
  if (!head || !tables.has(table)) return
  const columns = head[2] === undefined ? (columnsOf.get(table) ?? []) : namesIn(head[2])
  for (const values of tuplesOf(statement.slice(head[0].length))) yield { table, row: rowOf(columns, values) }
}

/** A text, possibly with a type before it, a bracket or comma, or anything else up to those. */
const piece = /(?:U&|X|TIMESTAMP(?: WITH TIME ZONE)? |DATE |UUID |E)?'((?:[^']|'')*)'|[(),]|[^\s(),;']+/gi

function* tuplesOf(text: string): Generator<(string | null)[]> {
  let values: (string | null)[] | null = null
  let depth = 0
  for (const [whole, quoted] of text.matchAll(piece)) {
    if (whole === '(' && depth++ === 0) values = []
    else if (whole === ')' && --depth === 0 && values) {
      yield values
      values = null
    } else if (values && depth === 1 && whole !== ',') {
      values.push(quoted === undefined ? plainValue(whole) : quotedValue(whole, quoted))
    }
  }
}

const plainValue = (text: string): string | null => (/^null$/i.test(text) ? null : text)

function quotedValue(whole: string, quoted: string): string {
  const text = quoted.replaceAll("''", "'")
  // H2 writes what is not ASCII this way.
  return /^U&/i.test(whole)
    ? text.replaceAll(/\\(?:\+([\da-f]{6})|([\da-f]{4})|\\)/gi, (all, long?: string, short?: string) =>
        all === '\\\\' ? '\\' : String.fromCodePoint(Number.parseInt(long ?? short!, 16)),
      )
    : text
}
