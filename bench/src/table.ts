import type { Figure, Row } from './bench.ts'

/** The ratios of a benchmark, or its figures, by what was measured. */
export type Recorded = Record<string, string>

/** In Markdown, with what was recorded last beside it if that is given. */
export function tableOf(
  rows: readonly (Row | Figure)[],
  { heads: given, last }: { heads?: string[] | undefined; last?: Recorded | undefined } = {},
): string {
  const usual = rows.some((row) => 'figure' in row)
    ? ['', 'median', 'at most', '']
    : ['', 'median', 'floor', 'ratio', '']
  const compared = last === undefined ? [] : ['last recorded']
  const heads = [...(given ?? usual), ...compared]
  const lines = rows.map((row) => [...cellsOf(row), ...compared.map(() => last?.[row.what] ?? 'none')])
  return [heads, heads.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

export const recordedOf = (rows: readonly (Row | Figure)[]): Recorded =>
  Object.fromEntries(
    rows.flatMap((row) => {
      const value = 'figure' in row ? row.figure : ratioOf(row)
      return value === '' ? [] : [[row.what, value]]
    }),
  )

const cellsOf = (row: Row | Figure): string[] =>
  'figure' in row
    ? [row.what, row.figure, row.atMost ?? '', row.note ?? '']
    : [
        row.what,
        show(row.ms),
        row.floor ? `${show(row.floor.ms)} (${row.floor.what})` : '',
        ratioOf(row),
        row.note ?? '',
      ]

const ratioOf = ({ ms, floor }: Row): string => (floor ? (ms / floor.ms).toFixed(2) : '')

function show(ms: number): string {
  if (ms >= 100) return `${ms.toFixed(0)} ms`
  if (ms >= 0.1) return `${ms.toPrecision(3)} ms`
  return `${(ms * 1000).toPrecision(3)} µs`
}
