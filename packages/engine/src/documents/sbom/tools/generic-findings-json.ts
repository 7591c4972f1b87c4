import { isRecord, listOf, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'
import { inferPurl } from '../infer-purl.ts'
import { findingsReader, type FoundPackage, reportName } from './findings-report.ts'

/** DefectDojo's own format, whose findings may name a component, but not its ecosystem: https://docs.defectdojo.com/ */
export const genericFindingsJson = findingsReader({
  id: 'generic-findings-json',
  title: 'generic findings',
  matchesPath: reportName(/generic[._-]findings/, 'json'),
  recognizes: (json) =>
    isRecord(json) &&
    Array.isArray(json['findings']) &&
    (json['findings'].length === 0
      ? Object.keys(json).every((key) => emptyKeys.has(key))
      : json['findings'].some(isFinding) && json['findings'].every(isTitled)),
  report(json) {
    const { name, findings } = recordOf(json)
    const all = listOf(findings).map(recordOf)
    return {
      tool: shortTextOf(name) || 'The file',
      subject: '',
      packages: all.flatMap((each, index) => (isMitigated(each) ? [] : readFinding(each, index))),
      vulnerabilities: all.length,
      isPartial: true,
      mitigated: all
        .filter(isMitigated)
        .flatMap((each, index) => readFinding(each, index).flatMap(({ purl }) => purl || [])),
    }
  },
})

/** Members of a file without findings. */
const emptyKeys = new Set('name type version description static_tool dynamic_tool soc findings'.split(' '))

const isTitled = (json: unknown): boolean => isRecord(json) && 'title' in json && 'severity' in json

const isFinding = (json: unknown): boolean => isTitled(json) && 'description' in recordOf(json)

const isMitigated = (finding: Record<string, unknown>): boolean => finding['is_mitigated'] === true

/** Findings without a component are about something else than packages. */
function readFinding(finding: Record<string, unknown>, index: number): FoundPackage[] {
  const name = shortTextOf(finding['component_name'])
  const version = shortTextOf(finding['component_version'])
  if (name === '') return []
  const isPurl = name.startsWith('pkg:')
  const purl = isPurl ? name : inferPurl({ group: '', name, version })
  const file = shortTextOf(textOf(finding['file_path']))
  return [{ purl, name: isPurl ? '' : name, version, file, at: `#/findings/${index}` }]
}
