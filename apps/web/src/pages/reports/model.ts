import type { Era, EraFormat, EraPurpose, EraSection } from '@assay/contract/eras.ts'

export const scopeKinds = ['account', 'team', 'tag', 'project'] as const
export type ScopeKind = (typeof scopeKinds)[number]
export const schedules = ['now', 'week', 'month'] as const
type When = (typeof schedules)[number]

/** Form values of the dialog. */
export interface ReportRequest {
  when: When
  kind: ScopeKind
  /** The team's or project's uuid, or the tag's name; '' if none is selected. */
  chosen: string
  purpose: EraPurpose
  sections: EraSection[]
  formats: EraFormat[]
}

/** Missing values, by form control. */
export function missingOf({ kind, chosen, formats }: ReportRequest): 'chosen' | 'formats' | null {
  if (kind !== 'account' && chosen === '') return 'chosen'
  return formats.length === 0 ? 'formats' : null
}

/** The request body; name and days are optional. */
export function contentsOf(wanted: ReportRequest, name: string) {
  const { kind, chosen, purpose, sections, formats } = wanted
  return {
    ...(name.trim() !== '' && { name: name.trim() }),
    ...(kind === 'team' && { teamUuid: chosen }),
    ...(kind === 'tag' && { tag: chosen }),
    ...(kind === 'project' && { projectUuid: chosen }),
    purpose,
    sections,
    formats,
  }
}

/** The files that each kind of report is usually wanted in. */
export const usualFormats: Record<EraPurpose, EraFormat[]> = {
  period: ['pdf', 'xlsx'],
  executive: ['pdf'],
  audit: ['zip'],
  customer: ['zip'],
}

export const windowOf = (from: string, to: string) => ({
  ...(from !== '' && { startDate: from }),
  ...(to !== '' && { endDate: to }),
})

export const isUnfinished = ({ state }: Pick<Era, 'state'>): boolean =>
  state === 'waiting' || state === 'running'

/** Names of reports that became ready between two responses. */
export const becameReady = (before: readonly Era[], now: readonly Era[]): string[] => {
  const open = new Set(before.filter(isUnfinished).map(({ uuid }) => uuid))
  return now.filter(({ uuid, state }) => state === 'ready' && open.has(uuid)).map(({ name }) => name)
}

/** A file name valid on any file system. */
export const fileNameOf = ({ name, endDate }: Pick<Era, 'name' | 'endDate'>, format: EraFormat): string =>
  `${`${name}-${endDate}`.replaceAll(/[^\p{L}\p{N}.]+/gu, '-').replaceAll(/^[-.]+|-+$/g, '')}.${format}`
