import type { Era, EraFormat, EraSection } from '@assay/contract/eras.ts'

export const scopeKinds = ['account', 'team', 'tag', 'project'] as const
export type ScopeKind = (typeof scopeKinds)[number]
export const whens = ['now', 'week', 'month'] as const
type When = (typeof whens)[number]

/** What the dialog has been told. */
export interface Wanted {
  when: When
  kind: ScopeKind
  /** The team's or project's uuid, or the tag's name; '' until one is chosen. */
  chosen: string
  sections: EraSection[]
  formats: EraFormat[]
}

/** What is missing before it can be sent, by the control that it is missing from. */
export function missingOf({ kind, chosen, formats }: Wanted): 'chosen' | 'formats' | null {
  if (kind !== 'account' && chosen === '') return 'chosen'
  return formats.length === 0 ? 'formats' : null
}

/** As the calls want it; the name and days may be left empty. */
export function contentsOf(wanted: Wanted, name: string) {
  const { kind, chosen, sections, formats } = wanted
  return {
    ...(name.trim() !== '' && { name: name.trim() }),
    ...(kind === 'team' && { teamUuid: chosen }),
    ...(kind === 'tag' && { tag: chosen }),
    ...(kind === 'project' && { projectUuid: chosen }),
    sections,
    formats,
  }
}

export const windowOf = (from: string, to: string) => ({
  ...(from !== '' && { startDate: from }),
  ...(to !== '' && { endDate: to }),
})

export const isUnfinished = ({ state }: Pick<Era, 'state'>): boolean =>
  state === 'waiting' || state === 'running'

/** The names of those that have become ready between two answers. */
export const becameReady = (before: readonly Era[], now: readonly Era[]): string[] => {
  const open = new Set(before.filter(isUnfinished).map(({ uuid }) => uuid))
  return now.filter(({ uuid, state }) => state === 'ready' && open.has(uuid)).map(({ name }) => name)
}

/** A name that every file system takes. */
export const fileNameOf = ({ name, endDate }: Pick<Era, 'name' | 'endDate'>, format: EraFormat): string =>
  `${`${name}-${endDate}`.replaceAll(/[^\p{L}\p{N}.]+/gu, '-').replaceAll(/^[-.]+|-+$/g, '')}.${format}`
