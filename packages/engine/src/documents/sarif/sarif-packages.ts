import { formatPurl, parsePurl } from '../../purl.ts'
import { listOf, recordOf, shortTextOf, textOf } from '../parsers/json-value.ts'
import { findingsReader, type FoundPackage } from '../sbom/tools/findings-report.ts'
import { inferPurl } from '../sbom/infer-purl.ts'
import { isSarif } from './sarif.ts'
import { scannerOf } from './scanners.ts'

type Members = Record<string, unknown>

/** Scanners for vulnerabilities, and how each names the package of a result; what others report is about other things. */
const scanners: ReadonlyMap<string, (result: Members, rule: Members) => FoundPackage[]> = new Map([
  ['grype', ofGrype],
  ['osv-scanner', ofOsvScanner],
  ['snyk open source', ofSnyk],
  ['trivy', ofTrivy],
])

/** SARIF in which every result is about a package; that of other scanners is read for infrastructure as code. */
export const sarifPackages = findingsReader({
  id: 'sarif-packages',
  title: 'SARIF 2.1.0',
  matchesPath: () => false,
  recognizes: (json) => isSarif(json) && isOfPackages(json),
  report(json) {
    const results = resultsOf(recordOf(json))
    return {
      tool: [...new Set(results.map(({ tool }) => tool))].join(', '),
      subject: '',
      packages: results.flatMap(({ packages }) => packages),
      vulnerabilities: results.length,
      isPartial: true,
    }
  },
})

/** Without results, one of a scanner that looks at nothing else. */
function isOfPackages(json: Members): boolean {
  const tools = listOf(json['runs']).map((run) =>
    textOf(recordOf(recordOf(recordOf(run)['tool'])['driver'])['name']),
  )
  const results = resultsOf(json)
  const isPlain = tools.every((tool) => scanners.has(tool.toLowerCase()) && scannerOf(tool) === null)
  return results.length === 0
    ? tools.length > 0 && isPlain
    : results.every(({ packages }) => packages.length > 0)
}

interface PackageResult {
  tool: string
  /** None if it is about something else. */
  packages: FoundPackage[]
}

const resultsOf = (json: Members): PackageResult[] =>
  listOf(json['runs']).flatMap((value, at) => readRun(recordOf(value), `#/runs/${at}`))

function readRun(run: Members, at: string): PackageResult[] {
  const driver = recordOf(recordOf(run['tool'])['driver'])
  const tool = textOf(driver['name'])
  const packagesOf = scanners.get(tool.toLowerCase()) ?? (() => [])
  const rules = new Map(listOf(driver['rules']).map((rule) => [recordOf(rule)['id'], recordOf(rule)]))
  return listOf(run['results']).map((each, index) => {
    const result = recordOf(each)
    const location = { at: `${at}/results/${index}`, file: fileOf(result) }
    const found = packagesOf(result, rules.get(result['ruleId']) ?? {})
    return { tool, packages: found.map((one) => ({ ...one, ...location })) }
  })
}

function fileOf(result: Members): string {
  const physical = recordOf(recordOf(listOf(result['locations'])[0])['physicalLocation'])
  return shortTextOf(recordOf(physical['artifactLocation'])['uri']).replace(/^file:\/+|^\/+/, '')
}

const nowhere = { at: '' }
const messageOf = (result: Members): string => textOf(recordOf(result['message'])['text'])

/** Package URLs are properties of the rule. */
function ofGrype(result: Members, rule: Members): FoundPackage[] {
  const [, version = ''] = /\bversion (\S+) was found\b/.exec(messageOf(result)) ?? []
  return listOf(recordOf(rule['properties'])['purls']).flatMap((each) => {
    const purl = parsePurl(shortTextOf(each))
    const isOfResult = purl && (version === '' || purl.version === version)
    return isOfResult ? [{ purl: formatPurl(purl), name: '', version: '', ...nowhere }] : []
  })
}

const named = (name: string, version: string): FoundPackage[] =>
  name === '' ? [] : [{ purl: inferPurl({ group: '', name, version }), name, version, ...nowhere }]

/** "Package 'lodash@4.17.4' is vulnerable to 'CVE-2019-10744'." */
function ofOsvScanner(result: Members): FoundPackage[] {
  const [, name = '', version = ''] =
    /^Package '(.{1,300}?)@([^@']+)' is vulnerable/.exec(messageOf(result)) ?? []
  return named(name, version)
}

/** 'lodash@4.17.4' is a logical location. */
function ofSnyk(result: Members): FoundPackage[] {
  const places = listOf(result['locations']).flatMap((each) => listOf(recordOf(each)['logicalLocations']))
  const full = shortTextOf(recordOf(places[0])['fullyQualifiedName'])
  const at = full.lastIndexOf('@')
  return at <= 0 ? [] : named(full.slice(0, at), full.slice(at + 1))
}

/** 'Package: lodash' and 'Installed Version: 4.17.4' are lines of the message. */
function ofTrivy(result: Members): FoundPackage[] {
  const text = messageOf(result)
  const [, name = ''] = /^Package: (\S+)$/m.exec(text) ?? []
  const [, version = ''] = /^Installed Version: (\S+)$/m.exec(text) ?? []
  return version === '' ? [] : named(name, version)
}
