import type { SourceUsage, Usage, UsagePlace } from '../package-usage.ts'
import type { UsageReason } from '../vocabulary.ts'

const reasons: Record<UsageReason, string> = {
  'no-sources': 'no source file of its language was found',
  'sources-unread': 'not all source files were read',
  'loaded-by-value': 'sources load modules that only the running program knows',
  'required-by-others': 'another package may load it',
  'not-for-import': 'tools and drivers are not imported',
  'modules-unknown': 'it is not known which modules it contains',
  'named-in-text': 'a text or configuration file names it',
}

const placeOf = ({ file, line }: UsagePlace): string => `${file}:${line}`

function describeNotSeen(checkedBy: string | undefined): string {
  if (checkedBy === undefined) return 'no source file imports it'
  return checkedBy === 'cargo tree'
    ? 'cargo tree does not list it among what is built'
    : `${checkedBy} found no call of a vulnerable function`
}

/** 'Used: src/app.ts:12 imports lodash.' */
export function describeUsage({ state, reason, place, module, through, symbol, checkedBy }: Usage): string {
  if (state === 'not-seen') return `Not seen: ${describeNotSeen(checkedBy)}.`
  if (state === 'unknown' || !place)
    return reason ? `Unknown whether it is used: ${reasons[reason]}.` : 'Unknown whether it is used.'
  if (symbol) return `Used: ${placeOf(symbol)} ${checkedBy === undefined ? 'names' : 'calls'} ${symbol.name}.`
  if (through !== undefined) return `Used through ${through}: ${placeOf(place)} imports ${module ?? through}.`
  return `Used: ${placeOf(place)} imports ${module ?? 'it'}.`
}

/** For tables: 'src/app.ts:12', 'src/app.ts:3 (through express)', 'not seen', 'unknown'. */
export function shortUsage({ state, place, through, symbol }: Usage): string {
  if (state !== 'used' || !place) return state === 'not-seen' ? 'not seen' : 'unknown'
  return symbol ? placeOf(symbol) : `${placeOf(place)}${through === undefined ? '' : ` (through ${through})`}`
}

/** 'Searched for imports: 12 files of JavaScript and TypeScript.' */
export const describeSearched = (searched: SourceUsage['searched']): string =>
  `Searched for imports: ${searched.map(({ language, files }) => `${files} ${files === 1 ? 'file' : 'files'} of ${language}`).join('; ')}.`
