import { showControls } from '@assay/text/invisible.ts'
import { alignColumns } from '@assay/text/documents/write-text.ts'

/** What became of everything that was found. */
export interface Tally {
  imported: Map<string, number>
  /** Left by an earlier run, or in use already. */
  there: Map<string, number>
  leftOut: { what: string; name: string; why: string }[]
}

export const newTally = (): Tally => ({ imported: new Map(), there: new Map(), leftOut: [] })

export const count = (counts: Map<string, number>, what: string, by = 1): void =>
  void counts.set(what, (counts.get(what) ?? 0) + by)

const maxListed = 50

/** As a table, then what was left out, with the reason. */
export function describeTally({ imported, there, leftOut }: Tally, isDryRun: boolean): string {
  const names = [...new Set([...imported.keys(), ...there.keys(), ...leftOut.map(({ what }) => what)])]
  const head = ['What', isDryRun ? 'To import' : 'Imported', 'There already', 'Left out']
  const rows = names.map((name) => [
    name,
    String(imported.get(name) ?? 0),
    String(there.get(name) ?? 0),
    String(leftOut.filter(({ what }) => what === name).length),
  ])
  const listed = leftOut
    .slice(0, maxListed)
    .map(({ what, name, why }) => `  ${showControls(`${what}: ${name}: ${why}`)}`)
  const more = leftOut.length - listed.length
  return [
    alignColumns([head, ...rows]),
    ...(leftOut.length > 0 ? ['', 'Left out:', ...listed] : []),
    ...(more > 0 ? [`  and ${more} more; --report writes all of them.`] : []),
    '',
  ].join('\n')
}

export const wireTally = ({ imported, there, leftOut }: Tally) => ({
  imported: Object.fromEntries(imported),
  there: Object.fromEntries(there),
  leftOut,
})
