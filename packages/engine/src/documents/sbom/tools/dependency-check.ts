import type { DocumentReader, SourceDocument } from '../../../inventory.ts'
import { issueLog } from '../../parsers/issue-log.ts'
import { isRecord, listOf, recordOf, shortTextOf } from '../../parsers/json-value.ts'
import { childOf, childrenOf, childText, readXml, type XmlElement } from '../../parsers/xml-document.ts'
import {
  findingsReader,
  type FindingsReport,
  readFindings,
  unknownDocument,
  reportName,
} from './findings-report.ts'

// https://dependency-check.github.io/DependencyCheck/general/thereport.html

interface Dependency {
  fileName: string
  /** Package URLs, the most likely one first. */
  purls: readonly string[]
  vulnerabilities: number
  at: string
}

/** OWASP Dependency-Check lists everything that it looked at. */
export const dependencyCheckJson = findingsReader({
  id: 'dependency-check-json',
  title: 'Dependency-Check JSON',
  matchesPath: reportName(/dependency[._-]?check/, 'json'),
  recognizes: (json) =>
    isRecord(json) &&
    'reportSchema' in json &&
    isRecord(json['scanInfo']) &&
    Array.isArray(json['dependencies']),
  report(json) {
    const { projectInfo, dependencies } = recordOf(json)
    return reportOf(
      shortTextOf(recordOf(projectInfo)['name']),
      listOf(dependencies).map((each, index) => {
        const { fileName, packages, vulnerabilities } = recordOf(each)
        return {
          fileName: shortTextOf(fileName),
          purls: listOf(packages).map((named) => shortTextOf(recordOf(named)['id'])),
          vulnerabilities: listOf(vulnerabilities).length,
          at: `#/dependencies/${index}`,
        }
      }),
    )
  },
})

const namespace = /dependency-check\.[\d.]+\.xsd/

export const dependencyCheckXml: DocumentReader = {
  id: 'dependency-check-xml',
  matchesPath: reportName(/dependency[._-]?check/, 'xml'),
  matchesContent: (start) => start.startsWith('<') && namespace.test(start),
  read,
}

const title = 'Dependency-Check XML'

function read(document: SourceDocument) {
  const { root, issues } = readXml(document)
  if (root === null) return { inventory: null, issues }
  if (root.name !== 'analysis') return unknownDocument(document, title)
  const log = issueLog(document.path)
  for (const { code, message, where } of issues) log.add(code, message, where)
  const dependencies = childrenOf(childOf(root, 'dependencies'), 'dependency').map(dependencyOf)
  const report = reportOf(childText(childOf(root, 'projectInfo'), 'name'), dependencies)
  return readFindings(document.path, { title, ...report }, log)
}

const dependencyOf = (element: XmlElement): Dependency => ({
  fileName: childText(element, 'fileName'),
  purls: childrenOf(childOf(element, 'identifiers'), 'package').map((each) => childText(each, 'id')),
  vulnerabilities: childrenOf(childOf(element, 'vulnerabilities'), 'vulnerability').length,
  at: `:${element.line}`,
})

/** Files without a package are left to those that have one: archives, scripts and manifests of the project. */
function reportOf(subject: string, dependencies: readonly Dependency[]): FindingsReport {
  return {
    tool: 'Dependency-Check',
    subject,
    packages: dependencies.flatMap(({ fileName, purls, at }) => {
      const purl = purls.find((each) => each.startsWith('pkg:'))
      return purl === undefined ? [] : [{ purl, name: '', version: '', file: fileName, at }]
    }),
    vulnerabilities: dependencies.reduce((sum, each) => sum + each.vulnerabilities, 0),
    isPartial: false,
  }
}
