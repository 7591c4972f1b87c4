import { isRecord, listOf, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'
import { findingsReader, type FoundPackage } from './findings-report.ts'
import { purlOfKind } from './package-kinds.ts'

type Json = Record<string, unknown>

/** GitLab's report of dependency scanning, which lists all packages of the files that it read. */
export const gitlabReport = findingsReader({
  id: 'gitlab-report',
  title: "GitLab's dependency scanning report",
  matchesPath: (fileName) => /^gl-dependency-scanning(?:-report)?\.json$/i.test(fileName),
  recognizes: (json) =>
    isRecord(json) && Array.isArray(json['vulnerabilities']) && Array.isArray(json['dependency_files']),
  report(json) {
    const { vulnerabilities, dependency_files: files } = recordOf(json)
    return {
      tool: 'GitLab',
      subject: '',
      packages: listOf(files).flatMap((file, at) => readFile(recordOf(file), at)),
      vulnerabilities: listOf(vulnerabilities).length,
      isPartial: false,
    }
  },
})

const readFile = ({ path, package_manager: manager, dependencies }: Json, at: number): FoundPackage[] =>
  listOf(dependencies).map((each, index) => {
    const { version, direct } = recordOf(each)
    const name = recordOf(recordOf(each)['package'])['name']
    return {
      ...packageOf(textOf(manager), name, version),
      file: shortTextOf(path),
      isDirect: typeof direct === 'boolean' ? direct : null,
      at: `#/dependency_files/${at}/dependencies/${index}`,
    }
  })

/** The export of a project's dependency list, with the vulnerabilities of each package. */
export const gitlabDependencyList = findingsReader({
  id: 'gitlab-dependency-list',
  title: "GitLab's dependency list",
  matchesPath: () => false,
  recognizes: (json) => entriesOf(json).length > 0 && entriesOf(json).every(isEntry),
  report(json) {
    const entries = entriesOf(json).map(recordOf)
    return {
      tool: 'GitLab',
      subject: '',
      packages: entries.map((each, index) => ({
        ...packageOf(textOf(each['package_manager'] ?? each['packager']), each['name'], each['version']),
        file: shortTextOf(each['dependency_file_path'] ?? recordOf(each['location'])['path']),
        at: `#/${index}`,
      })),
      vulnerabilities: entries.reduce((sum, each) => sum + listOf(each['vulnerabilities']).length, 0),
      isPartial: false,
    }
  },
})

/** Depending on the kind of export, below a key. */
const entriesOf = (json: unknown): readonly unknown[] =>
  Array.isArray(json) ? json : listOf(recordOf(json)['dependencies'])

const isEntry = (json: unknown): boolean =>
  isRecord(json) && 'name' in json && ('package_manager' in json || 'packager' in json)

function packageOf(manager: string, name: unknown, version: unknown) {
  // 'Ruby (Bundler)', 'JavaScript (npm)' in lists.
  const kind = (/\((.+)\)/.exec(manager)?.[1] ?? manager).toLowerCase()
  const named = { name: shortTextOf(name), version: shortTextOf(version) }
  return { ...named, purl: purlOfKind(kind, named) }
}
