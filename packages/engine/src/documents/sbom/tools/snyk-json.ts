import { isRecord, listOf, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'
import { findingsReader, type FoundPackage, reportName } from './findings-report.ts'
import { purlOfKind } from './package-kinds.ts'

/** 'snyk test --json', of one project or several; it lists only packages with vulnerabilities. */
export const snykJson = findingsReader({
  id: 'snyk-json',
  title: 'Snyk JSON',
  matchesPath: reportName(/snyk/, 'json'),
  recognizes: (json) => projectsOf(json).length > 0 && projectsOf(json).every(isProject),
  report(json) {
    const projects = projectsOf(json).map(recordOf)
    const found = projects.flatMap(readProject)
    const [one, ...more] = projects
    return {
      tool: 'Snyk',
      subject: more.length === 0 ? shortTextOf(one!['projectName']) : '',
      packages: found,
      vulnerabilities: found.length,
      isPartial: true,
    }
  },
})

const projectsOf = (json: unknown): readonly unknown[] => (Array.isArray(json) ? json : [json])

const isProject = (json: unknown): boolean =>
  isRecord(json) && Array.isArray(json['vulnerabilities']) && 'packageManager' in json && 'ok' in json

function readProject(project: Record<string, unknown>, at: number): FoundPackage[] {
  const file = shortTextOf(project['displayTargetFile'])
  return listOf(project['vulnerabilities']).map((each, index) => {
    const { packageName, moduleName, version, packageManager, from } = recordOf(each)
    const named = { name: shortTextOf(packageName) || shortTextOf(moduleName), version: shortTextOf(version) }
    const kind = textOf(packageManager) || textOf(project['packageManager'])
    // The project itself comes first.
    const depth = listOf(from).length - 1
    return {
      ...named,
      purl: purlOfKind(kind, named),
      file,
      isDirect: depth < 1 ? null : depth === 1,
      at: `#/${at}/vulnerabilities/${index}`,
    }
  })
}
