import { ecosystemByOsvName } from '../../../ecosystems.ts'
import { formatPurl, parsePurl } from '../../../purl.ts'
import { purlOfName } from '../../../purl-of-name.ts'
import { isRecord, listOf, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'
import { findingsReader, type FoundPackage, reportName } from './findings-report.ts'

/** OSV-Scanner, which lists only packages with vulnerabilities unless asked for all: https://google.github.io/osv-scanner/output/ */
export const osvScannerJson = findingsReader({
  id: 'osv-scanner-json',
  title: 'OSV-Scanner JSON',
  matchesPath: reportName(/osv[._-]?scanner/, 'json'),
  recognizes: (json) =>
    isRecord(json) &&
    Array.isArray(json['results']) &&
    ('experimental_config' in json || listOf(json['results']).some((each) => isResult(recordOf(each)))),
  report(json) {
    const packages = listOf(recordOf(json)['results']).flatMap((result, at) =>
      readResult(recordOf(result), at),
    )
    const vulnerable = packages.filter(({ found }) => found > 0)
    return {
      tool: 'OSV-Scanner',
      subject: '',
      packages,
      vulnerabilities: vulnerable.reduce((sum, { found }) => sum + found, 0),
      isPartial: vulnerable.length === packages.length,
    }
  },
})

const isResult = ({ packages, source }: Record<string, unknown>): boolean =>
  textOf(recordOf(source)['path']) !== '' &&
  listOf(packages).some((each) => 'ecosystem' in recordOf(recordOf(each)['package']))

function readResult(result: Record<string, unknown>, at: number): (FoundPackage & { found: number })[] {
  const { path, type } = recordOf(result['source'])
  const file = textOf(type) === 'lockfile' ? shortTextOf(path) : ''
  return listOf(result['packages']).map((each, index) => {
    const entry = recordOf(each)
    const { name, version, ecosystem } = recordOf(entry['package'])
    const named = { name: shortTextOf(name), version: shortTextOf(version) }
    const groups = listOf(entry['dependency_groups']).map(textOf)
    return {
      ...named,
      purl: purlOf(textOf(ecosystem), named),
      file,
      isDevelopment: groups.length > 0 && groups.every((group) => /^(?:dev|test)/i.test(group)),
      at: `#/results/${at}/packages/${index}`,
      found: listOf(entry['vulnerabilities']).length,
    }
  })
}

/** 'Debian:12': the release of a distribution follows its name. */
function purlOf(label: string, named: { name: string; version: string }): string {
  const ecosystem = ecosystemByOsvName(label)
  if (ecosystem === null || named.name === '') return ''
  const purl = purlOfName({ ecosystem: ecosystem.id, ...named })
  const [namespace] = ecosystem.purlNamespaces ?? []
  const parsed = namespace === undefined ? null : parsePurl(purl)
  if (!parsed) return purl
  const release = label.slice(label.indexOf(':') + 1)
  const qualifiers = label.includes(':') ? { distro: `${namespace}-${release}` } : {}
  return formatPurl({ ...parsed, namespace: namespace!, qualifiers })
}
