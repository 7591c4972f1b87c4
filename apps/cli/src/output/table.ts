import Table from 'cli-table3'
import { printable } from './printable.ts'

const edges = ['top', 'bottom', 'left', 'right', 'mid']
const joints = ['top-mid', 'top-left', 'top-right', 'bottom-mid', 'bottom-left', 'bottom-right']
const crossings = ['left-mid', 'mid-mid', 'right-mid']
const noLines = Object.fromEntries([...edges, ...joints, ...crossings].map((name) => [name, '']))

/** Columns without lines: for eyes, and for grep. */
export function table(head: string[], rows: string[][]): string {
  const made = new Table({
    head,
    chars: { ...noLines, middle: '  ' },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  })
  made.push(...rows.map((row) => row.map(printable)))
  return made
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
}
