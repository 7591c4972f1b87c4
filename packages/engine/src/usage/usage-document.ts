import { isRecord, listOf, recordOf, shortTextOf } from '../documents/parsers/json-value.ts'
import { readJson } from '../documents/parsers/json-document.ts'
import { ecosystems } from '../ecosystems.ts'
import type { Issue, SourceDocument } from '../inventory.ts'
import type { PackageUsage, SourceUsage, Usage, UsagePlace } from '../package-usage.ts'
import { usageReasons, usageStates } from '../vocabulary.ts'

/** The document by which the command line tells a server what it has found in sources, which stay where they are. */
export const usageFileName = 'assay-usage.json'

export const isUsageDocument = (path: string): boolean => path.split(/[/\\]/).at(-1) === usageFileName

const version = 1

export const writeUsage = (usage: SourceUsage): Uint8Array =>
  new TextEncoder().encode(JSON.stringify({ assayUsage: version, ...usage }))

const maxPackages = 200_000

/** Never throws. What is invalid is left out, so that its usage is unknown. */
export function readUsage(document: SourceDocument): { usage?: SourceUsage; issues: Issue[] } {
  const { json, issues } = readJson(document)
  if (!isRecord(json) || json['assayUsage'] !== version) {
    const message = 'The file does not say which packages are used, in a form that is read.'
    return { issues: [...issues, { code: 'usage-unreadable', message, where: document.path }] }
  }
  const packages = listOf(json['packages'])
    .slice(0, maxPackages)
    .flatMap((each) => readPackage(recordOf(each)))
  const searched = listOf(json['searched'])
    .slice(0, 100)
    .flatMap((each) => {
      const { language, files } = recordOf(each)
      return isCount(files) && shortTextOf(language) !== ''
        ? [{ language: shortTextOf(language), files }]
        : []
    })
  return { usage: { packages, searched }, issues }
}

function readPackage(entry: Record<string, unknown>): PackageUsage[] {
  const ecosystem = ecosystems.find(({ id }) => id === entry['ecosystem'])?.id
  const packageName = shortTextOf(entry['packageName'])
  const usage = readUsageOf(entry)
  if (!ecosystem || packageName === '' || !usage) return []
  const symbols = listOf(entry['symbols'])
    .slice(0, 500)
    .flatMap((each) => readSymbol(each) ?? [])
  const advisories = listOf(entry['advisories'])
    .slice(0, 10_000)
    .map(recordOf)
    .flatMap((each) => {
      const [id, of] = [shortTextOf(each['id']), readUsageOf(recordOf(each['usage']))]
      return id !== '' && of ? [{ id, usage: of }] : []
    })
  return [
    {
      ecosystem,
      packageName,
      ...usage,
      ...(symbols.length > 0 && { symbols }),
      ...(advisories.length > 0 && { advisories }),
    },
  ]
}

/** null if it says nothing that can be used. */
function readUsageOf(entry: Record<string, unknown>): Usage | null {
  const state = usageStates.find((each) => each === entry['state'])
  const reason = usageReasons.find((each) => each === entry['reason'])
  const place = readPlace(entry['place'])
  if (!state || (state === 'used' && !place)) return null
  const [module, through] = [shortTextOf(entry['module']), shortTextOf(entry['through'])]
  const symbol = readSymbol(entry['symbol'])
  const checkedBy = shortTextOf(entry['checkedBy'])
  return {
    state,
    ...(state === 'unknown' && reason && { reason }),
    ...(state === 'used' && place && { place }),
    ...(module !== '' && { module }),
    ...(through !== '' && { through }),
    ...(symbol && { symbol }),
    ...(checkedBy !== '' && { checkedBy }),
  }
}

function readSymbol(value: unknown): (UsagePlace & { name: string }) | null {
  const name = shortTextOf(recordOf(value)['name'])
  const at = readPlace(value)
  return at && name !== '' ? { name, file: at.file, line: at.line } : null
}

function readPlace(value: unknown): UsagePlace | null {
  const { file, line } = recordOf(value)
  return isCount(line) && line > 0 && shortTextOf(file) !== '' ? { file: shortTextOf(file), line } : null
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value < 2 ** 31
