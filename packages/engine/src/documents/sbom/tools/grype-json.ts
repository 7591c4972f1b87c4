import type { DocumentReader, SourceDocument } from '../../../inventory.ts'
import { issueLog } from '../../parsers/issue-log.ts'
import { readJson } from '../../parsers/json-document.ts'
import { isRecord, listOf, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'
import { type ReportedPackage, readToolReport, reportFound } from './tool-report.ts'

/** Grype's own format, which lists only packages with vulnerabilities: https://github.com/anchore/grype */
export const grypeJson: DocumentReader = {
  id: 'grype-json',
  matchesPath: (fileName) => /^(?:.*[._-])?grype(?:[._-].*)?\.json$/i.test(fileName),
  recognizes: isGrype,
  read,
}

function isGrype(json: unknown): json is Record<string, unknown> {
  return (
    isRecord(json) &&
    Array.isArray(json['matches']) &&
    textOf(recordOf(json['descriptor'])['name']) === 'grype'
  )
}

function read(document: SourceDocument) {
  const { path } = document
  const { json, issues } = readJson(document)
  if (!isGrype(json)) {
    const unknown = { code: 'document-unknown', message: 'The file is not Grype JSON.', where: path }
    return { inventory: null, issues: json === undefined ? issues : [unknown] }
  }
  const log = issueLog(path)
  for (const { code, message, where } of issues) log.add(code, message, where)
  const matches = listOf(json['matches'])
  reportFound({ tool: 'Grype', vulnerabilities: matches.length, isPartial: true }, { log, path })
  const distro = recordOf(json['distro'])
  const target = recordOf(json['source'])['target']
  const name = isRecord(target) ? textOf(target['userInput']) : textOf(target)
  return readToolReport(
    {
      path,
      format: `Grype JSON ${shortTextOf(recordOf(json['descriptor'])['version'])}`.trimEnd(),
      subject: shortTextOf(name).replace(/(?<=[^/]):[\w.-]+$/, ''),
      isPartial: true,
      distribution: { name: textOf(distro['name']), version: textOf(distro['version']) },
      packages: matches.map((match, index) =>
        toPackage(recordOf(recordOf(match)['artifact']), { path, index }),
      ),
    },
    log,
  )
}

function toPackage(
  artifact: Record<string, unknown>,
  { path, index }: { path: string; index: number },
): ReportedPackage {
  const files = listOf(artifact['locations'])
    .map((place) => shortTextOf(recordOf(place)['path']))
    .filter((file) => file !== '')
    .slice(0, 100)
  const upstream = recordOf(listOf(artifact['upstreams'])[0])
  const version = shortTextOf(artifact['version'])
  const source = {
    name: shortTextOf(upstream['name']),
    version: shortTextOf(upstream['version']) || version,
  }
  return {
    id: textOf(artifact['id']),
    listed: {
      purl: shortTextOf(artifact['purl']),
      name: shortTextOf(artifact['name']),
      version,
      scope: 'runtime',
      isSoftware: true,
      licenses: listOf(artifact['licenses'])
        .map(shortTextOf)
        .filter((license) => license !== '')
        .map((value) => ({ kind: 'name', value })),
      locations: [path, ...files],
      location: () => `${path}#/matches/${index}/artifact`,
      ...(source.name !== '' && { source }),
      ...(files.length > 0 && { evidence: { occurrences: files.map((location) => ({ location })) } }),
    },
    isDirect: null,
    dependsOn: [],
  }
}
