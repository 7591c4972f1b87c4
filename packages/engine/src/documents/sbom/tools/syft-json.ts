import type { Component, DeclaredLicense, DocumentReader, SourceDocument } from '../../../inventory.ts'
import { issueLog } from '../../parsers/issue-log.ts'
import { readJson } from '../../parsers/json-document.ts'
import { isRecord, listOf, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'
import type { Listed } from '../component-list.ts'
import { type ReportedPackage, readToolReport } from './tool-report.ts'

// https://github.com/anchore/syft/tree/main/schema/json

/** Syft's own format. */
export const syftJson: DocumentReader = {
  id: 'syft-json',
  matchesPath: (fileName) => /^(?:.*[._-])?syft(?:[._-].*)?\.json$/i.test(fileName),
  recognizes: isSyft,
  read,
}

function isSyft(json: unknown): json is Record<string, unknown> {
  if (!isRecord(json) || !Array.isArray(json['artifacts'])) return false
  return (
    textOf(recordOf(json['descriptor'])['name']) === 'syft' ||
    /\/syft\//.test(textOf(recordOf(json['schema'])['url']))
  )
}

function read(document: SourceDocument) {
  const { path } = document
  const { json, issues } = readJson(document)
  if (!isSyft(json)) {
    const unknown = { code: 'document-unknown', message: 'The file is not Syft JSON.', where: path }
    return { inventory: null, issues: json === undefined ? issues : [unknown] }
  }
  const log = issueLog(path)
  for (const { code, message, where } of issues) log.add(code, message, where)
  const distro = recordOf(json['distro'])
  const layers = layersOf(json['source'])
  const needs = readNeeds(json['artifactRelationships'])
  const packages = listOf(json['artifacts']).map((each, index): ReportedPackage => {
    const artifact = recordOf(each)
    const id = textOf(artifact['id'])
    const listed = toListed(artifact, { path, layers, location: () => `${path}#/artifacts/${index}` })
    return { id, listed, isDirect: null, dependsOn: needs.get(id) ?? [] }
  })
  return readToolReport(
    {
      path,
      format: `Syft JSON ${shortTextOf(recordOf(json['schema'])['version'])}`.trimEnd(),
      subject: subjectOf(recordOf(json['source'])),
      distribution: {
        name: textOf(distro['id']) || textOf(distro['name']).toLowerCase(),
        version: textOf(distro['versionID']) || textOf(distro['version']),
      },
      packages,
    },
    log,
  )
}

/** The name of the image or folder; older versions have it in the target. */
function subjectOf(source: Record<string, unknown>): string {
  const inner = recordOf(isRecord(source['metadata']) ? source['metadata'] : source['target'])
  const name = textOf(source['name']) || textOf(inner['userInput']) || textOf(inner['path'])
  return shortTextOf(name || textOf(source['target'])).replace(/(?<=[^/]):[\w.-]+$/, '')
}

const layersOf = (source: unknown): string[] => {
  const { metadata, target } = recordOf(source)
  return listOf(recordOf(metadata ?? target)['layers']).map((layer) => textOf(recordOf(layer)['digest']))
}

/** 'dependency-of' leads from what is needed to what needs it. */
function readNeeds(relationships: unknown): Map<string, string[]> {
  const needs = new Map<string, string[]>()
  for (const each of listOf(relationships)) {
    const { parent, child, type } = recordOf(each)
    if (textOf(type) !== 'dependency-of') continue
    const known = needs.get(textOf(child))
    if (known) known.push(textOf(parent))
    else needs.set(textOf(child), [textOf(parent)])
  }
  return needs
}

interface ArtifactContext {
  path: string
  layers: readonly string[]
  location: () => string
}

const maxFiles = 100

function toListed(artifact: Record<string, unknown>, { path, layers, location }: ArtifactContext): Listed {
  const places = listOf(artifact['locations']).slice(0, maxFiles).map(recordOf)
  const files = places.map((place) => shortTextOf(place['path'])).filter((file) => file !== '')
  const index = layers.indexOf(textOf(places[0]?.['layerID']))
  const layer = index === -1 ? undefined : { index, diffId: layers[index]!, instruction: '', isBase: null }
  const source = sourceOf(artifact)
  return {
    purl: shortTextOf(artifact['purl']),
    name: shortTextOf(artifact['name']),
    version: shortTextOf(artifact['version']),
    scope: 'runtime',
    isSoftware: true,
    licenses: listOf(artifact['licenses']).flatMap(toLicense),
    locations: [path, ...files],
    location,
    ...(source && { source }),
    ...(layer && { layer }),
    ...(files.length > 0 && {
      evidence: { occurrences: files.map((file) => ({ location: file })) },
    }),
  }
}

function toLicense(license: unknown): DeclaredLicense[] {
  const { spdxExpression, value } = recordOf(license)
  const expression = shortTextOf(spdxExpression)
  const name = shortTextOf(typeof license === 'string' ? license : value)
  if (expression !== '') return [{ kind: 'expression', value: expression }]
  return name === '' ? [] : [{ kind: 'name', value: name }]
}

/** Without a version, it is that of the package. */
function sourceOf(artifact: Record<string, unknown>): Component['source'] {
  const { source, sourceVersion, originPackage } = recordOf(artifact['metadata'])
  const name = shortTextOf(source) || shortTextOf(originPackage)
  return name === ''
    ? undefined
    : { name, version: shortTextOf(sourceVersion) || shortTextOf(artifact['version']) }
}
