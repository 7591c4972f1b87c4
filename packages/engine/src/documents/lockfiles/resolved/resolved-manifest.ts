import { gapReasons } from '../../../gap-reasons.ts'
import {
  type ComponentOrigin,
  type ComponentScope,
  componentScopes,
  type DocumentReader,
  type Requirement,
  type SourceDocument,
} from '../../../inventory.ts'
import { listOf, quote, recordOf, shortTextOf } from '../../parsers/json-value.ts'
import { parseJsonObject } from '../lockfile-reader.ts'
import { type PackageList, packageList } from '../package-list.ts'
import { isResolution, manifestOf } from './resolution-name.ts'

type Json = Record<string, unknown>

/** What a manifest comes to, as written by writeResolution. It is read in place of the manifest, under its name. */
export const resolvedManifest: DocumentReader = {
  id: 'resolved-manifest',
  matchesPath: isResolution,
  read(document: SourceDocument) {
    const { content, issues } = parseJsonObject(document)
    const { path } = document
    if (content === null && issues.length > 0) return { inventory: null, issues }
    if (content?.['assayResolution'] !== 1 || !Array.isArray(content['packages'])) {
      const message = 'The file is not a resolution of a manifest.'
      return { inventory: null, issues: [{ code: 'document-unknown', message, where: path }] }
    }
    const list = packageList(manifestOf(path), kindOf(content))
    for (const { code, message, where } of issues) list.log.add(code, message, where)
    addPackages(content, list)
    addIssues(content, list)
    const { name, version } = recordOf(content['root'])
    const root = { name: shortTextOf(name), version: shortTextOf(version), purl: null }
    const format = shortTextOf(content['format']) || 'manifest'
    return list.result(`${format} (resolved)`, root.name === '' ? null : root)
  },
}

function kindOf({ purlType, separator }: Json) {
  const known = ([':', '/'] as const).find((each) => each === separator)
  return { purlType: shortTextOf(purlType), ...(known && { separator: known }) }
}

function addPackages({ packages }: Json, list: PackageList): void {
  const listed = listOf(packages).map(recordOf)
  const indexes = listed.map((each) => {
    const gap = shortTextOf(each['gap'])
    const origin = originOf(recordOf(each['origin']))
    return list.add({
      name: shortTextOf(each['name']),
      version: shortTextOf(each['version']),
      scope: scopeOf(each['scope']),
      isDirect: each['isDirect'] === true,
      isOptional: each['isOptional'] === true,
      sureness: gap === '' ? 'resolved' : 'declared',
      where: shortTextOf(each['where']) || list.path,
      ...(gap !== '' && { gap }),
      ...(origin && { origin }),
    })
  })
  for (const [at, { requiredBy, asks }] of listed.entries()) {
    const indexAt = (by: unknown) => (typeof by === 'number' ? indexes[by] : undefined)
    for (const by of listOf(requiredBy)) list.link(indexAt(by), indexes[at])
    for (const ask of listOf(asks).map(recordOf)) {
      const by = ask['by'] === undefined || ask['by'] === null ? null : indexAt(ask['by'])
      if (by !== undefined) list.ask(indexes[at], { by, ...askOf(ask) })
    }
  }
}

const scopeOf = (text: unknown): ComponentScope => componentScopes.find((each) => each === text) ?? 'runtime'

const originKinds = ['git', 'folder', 'file', 'private-registry'] as const

function originOf({ kind, address }: Json): ComponentOrigin | null {
  const known = originKinds.find((each) => each === kind)
  const text = shortTextOf(address)
  return known ? { kind: known, ...(text !== '' && { address: text }) } : null
}

function askOf(ask: Json): Omit<Requirement, 'file' | 'by'> {
  const [range, alias] = [shortTextOf(ask['range']), shortTextOf(ask['alias'])]
  const [member, group] = [shortTextOf(ask['member']), shortTextOf(ask['group'])]
  return {
    ...(range && { range }),
    ...(alias && { alias }),
    ...(member && { member }),
    ...(group && { group }),
    ...(ask['isOverride'] === true && { isOverride: true as const }),
  }
}

function addIssues({ issues, packages, by }: Json, { log, path }: PackageList): void {
  for (const each of listOf(issues).map(recordOf)) {
    const [code, message] = [shortTextOf(each['code']), shortTextOf(each['message'])]
    const where = shortTextOf(each['where'])
    if (!/^[a-z-]+$/.test(code) || message === '') continue
    const gap = gapReasons.find((reason) => reason === each['gap'])
    if (gap) log.addGap(gap, { code, message, where: where || path })
    else log.add(code, message, where || path)
  }
  const who = by === 'tool' ? 'its package manager' : 'the facts of the registry'
  const count = listOf(packages).length
  const found = count === 1 ? '1 package was' : `${count} packages were`
  const message = `No lockfile lists the versions of ${quote(path)}: ${found} resolved by ${who}.`
  log.add('manifest-resolved', message, path)
}
