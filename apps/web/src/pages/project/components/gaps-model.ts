import type { Gap } from '@assay/contract/coverage.ts'

/** A component's name and version, or the path of a file without its position. */
export const subjectOf = ({ component, where }: Pick<Gap, 'component' | 'where'>): string =>
  component ? [component.name, component.version].filter(Boolean).join(' ') : fileOf(where)

/** Advisory data that is missing or old is synced, not accepted; what by nature has none blocks nothing. */
export const isAcceptable = ({ action, reason }: Pick<Gap, 'action' | 'reason'>): boolean =>
  action !== '' && !reason.startsWith('advisories-')

/** What an acceptance of the gap names: all versions of the package, or the file. */
export const acceptedSubjectOf = (
  { component, where }: Pick<Gap, 'component' | 'where'>,
  reach: 'package' | 'kind' = 'package',
) =>
  reach === 'kind' && component?.kind !== undefined ? { kind: component.kind } : namedBy({ component, where })

const namedBy = ({ component, where }: Pick<Gap, 'component' | 'where'>) =>
  component ? { package: { ecosystem: component.ecosystem, name: component.name } } : { file: fileOf(where) }

/** Without a JSON pointer or line. */
const fileOf = (where: string): string => where.replace(/(?:#\/.*|:\d+)$/s, '')
