import type { DocumentReader, SourceDocument } from '../../../inventory.ts'
import { issueLog } from '../../parsers/issue-log.ts'
import { readJson } from '../../parsers/json-document.ts'
import { isRecord, listOf, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'
import { type ReportedPackage, readToolReport } from './tool-report.ts'

/** What is sent to GitHub's dependency submission API: https://docs.github.com/en/rest/dependency-graph/dependency-submission */
export const githubSnapshot: DocumentReader = {
  id: 'github-snapshot',
  matchesPath: (fileName) => /^(?:.*[._-])?dependency[._-]snapshot(?:[._-].*)?\.json$/i.test(fileName),
  recognizes: isSnapshot,
  read,
}

function isSnapshot(json: unknown): json is Record<string, unknown> {
  return isRecord(json) && isRecord(json['manifests']) && isRecord(json['detector']) && 'job' in json
}

function read(document: SourceDocument) {
  const { path } = document
  const { json, issues } = readJson(document)
  if (!isSnapshot(json)) {
    const message = 'The file is no dependency snapshot of GitHub.'
    const unknown = { code: 'document-unknown', message, where: path }
    return { inventory: null, issues: json === undefined ? issues : [unknown] }
  }
  const log = issueLog(path)
  for (const { code, message, where } of issues) log.add(code, message, where)
  const manifests = Object.entries(recordOf(json['manifests']))
  return readToolReport(
    {
      path,
      format: `GitHub dependency snapshot ${shortTextOf(recordOf(json['detector'])['name'])}`.trimEnd(),
      subject: '',
      distribution: null,
      packages: manifests.flatMap(([key, manifest]) => readManifest(recordOf(manifest), { key, path })),
    },
    log,
  )
}

function readManifest(
  manifest: Record<string, unknown>,
  { key, path }: { key: string; path: string },
): ReportedPackage[] {
  const file = shortTextOf(recordOf(manifest['file'])['source_location']) || shortTextOf(manifest['name'])
  const resolved = Object.entries(recordOf(manifest['resolved']))
  // Dependencies are named by package URL or by key.
  const keyOf = new Map(resolved.map(([name, each]) => [textOf(recordOf(each)['package_url']), name]))
  return resolved.map(([name, each]) => {
    const entry = recordOf(each)
    const relationship = textOf(entry['relationship'])
    return {
      id: JSON.stringify([key, name]),
      listed: {
        purl: shortTextOf(entry['package_url']),
        name: shortTextOf(name),
        version: '',
        scope: textOf(entry['scope']) === 'development' ? 'test' : 'runtime',
        isSoftware: true,
        licenses: [],
        locations: file === '' ? [path] : [path, file],
        location: () => `${path}#/manifests/${key}/resolved/${name}`,
        ...(file !== '' && { evidence: { occurrences: [{ location: file }] } }),
      },
      isDirect: relationship === 'direct' ? true : relationship === 'indirect' ? false : null,
      dependsOn: listOf(entry['dependencies'])
        .map(textOf)
        .map((needed) => JSON.stringify([key, keyOf.get(needed) ?? needed])),
    }
  })
}
