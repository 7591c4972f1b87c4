import type { IssueLog } from '../parsers/issue-log.ts'
import { issueLog } from '../parsers/issue-log.ts'
import { readJson } from '../parsers/json-document.ts'
import { isRecord, listOf, quote, recordOf, shortTextOf, textOf } from '../parsers/json-value.ts'
import type { DocumentReader, ReadResult, SourceDocument } from '../../inventory.ts'
import { ownProperty } from '../../own-property.ts'
import {
  type Infrastructure,
  type InfrastructureResult,
  type InfrastructureRule,
  type InfrastructureRun,
  mergeInfrastructure,
  resultKey,
} from '../../infrastructure/infrastructure.ts'
import { fingerprintOf } from './sarif-fingerprint.ts'
import { pathReader } from './sarif-location.ts'
import { rulesOfRun, type SarifRule } from './sarif-rules.ts'
import { severityOf } from './sarif-severity.ts'
import { isParseError, scannerOf } from './scanners.ts'

type Members = Record<string, unknown>

/** Maximum results of one document; further ones are dropped, with an issue. */
export const maxResults = 20_000

/**
 * Reads results of infrastructure-as-code scanners in SARIF 2.1.0. Recognized by content alone, since a folder may also
 * contain reports of other scanners and our own. Source: https://docs.oasis-open.org/sarif/sarif/v2.1.0/
 */
export const sarif: DocumentReader = {
  id: 'sarif',
  matchesPath: () => false,
  recognizes: isSarif,
  read,
}

export function isSarif(json: unknown): json is Members {
  return (
    isRecord(json) && Array.isArray(json['runs']) && (isSchema(json['$schema']) || isVersion(json['version']))
  )
}

const isSchema = (value: unknown) => /\bsarif\b/i.test(textOf(value))
const isVersion = (value: unknown) => /^2\.\d+\.\d+/.test(textOf(value))

function read(document: SourceDocument): ReadResult {
  const { path } = document
  const { json, issues } = readJson(document)
  if (json === undefined) return { inventory: null, issues }
  const reject = (message: string): ReadResult => ({
    inventory: null,
    issues: [{ code: 'document-unknown', message, where: path }],
  })
  if (!isSarif(json)) return reject("The file is not SARIF: it has no 'runs'.")
  const version = textOf(json['version'])
  if (version !== '2.1.0')
    return reject(`SARIF ${version || 'of an unknown version'} cannot be read, only 2.1.0.`)
  const runs = listOf(json['runs']).map((run, index) => ({ run: recordOf(run), at: `/runs/${index}` }))
  const log = issueLog(path)
  const read = runs.flatMap(({ run, at }) => readRun(run, { path, at, log }) ?? [])
  if (read.length === 0)
    return reject(log.all()[0]?.message ?? 'The file has no run of a scanner of infrastructure as code.')
  return {
    inventory: {
      formats: ['SARIF 2.1.0'],
      files: [path],
      root: null,
      components: [],
      infrastructure: bounded(mergeInfrastructure(read), log, path),
      issues: [...issues, ...log.all()],
    },
  }
}

function bounded(all: Infrastructure, log: IssueLog, path: string): Infrastructure {
  if (all.results.length <= maxResults) return all
  log.add('results-too-many', `Only the first ${maxResults} results of the file are taken.`, path)
  return {
    ...all,
    results: all.results.slice(0, maxResults),
    runs: all.runs.map((run) => ({ ...run, isComplete: false })),
  }
}

interface RunContext {
  path: string
  at: string
  log: IssueLog
}

/** null if the run is not by an infrastructure-as-code scanner. */
function readRun(run: Members, context: RunContext): Infrastructure | null {
  const driver = recordOf(recordOf(run['tool'])['driver'])
  const tool = scannerOf(textOf(driver['name']))
  if (tool === null) {
    const name = quote(textOf(driver['name']))
    context.log.add(
      'tool-unknown',
      `${name} is not a scanner of infrastructure as code that is known.`,
      locationOf(context),
    )
    return null
  }
  const rules = rulesOfRun(run, tool)
  const pathOf = pathReader(run)
  const results = readResults(run, { tool, rules, pathOf, context })
  const used = new Set(results.map(({ sysid }) => sysid))
  const listed = rules.all.filter(({ isInfrastructure }) => isInfrastructure).map(({ rule }) => rule)
  return {
    rules: [...listed, ...missingRules(results, listed, tool)].filter(
      ({ sysid }, index) => index < maxRules || used.has(sysid),
    ),
    results,
    runs: [coverageOf(run, results, { tool, document: context.path, pathOf })],
  }
}

const maxRules = 5_000

const locationOf = ({ path, at }: RunContext, more = '') => `${path}#${at}${more}`

interface Reading {
  tool: string
  rules: ReturnType<typeof rulesOfRun>
  pathOf: (location: unknown) => string
  context: RunContext
}

function readResults(run: Members, reading: Reading): InfrastructureResult[] {
  const { context, rules } = reading
  const counts = new Map<string, number>()
  const results: InfrastructureResult[] = []
  let others = 0
  for (const [index, value] of listOf(run['results']).entries()) {
    const result = recordOf(value)
    if (!isFailure(result)) continue
    const rule = rules.of(result)
    if (rule === null) {
      context.log.add(
        'rule-missing',
        'A result names no rule and was left out.',
        locationOf(context, `/results/${index}`),
      )
    } else if (!rule.isInfrastructure) others++
    else results.push(numbered(readResult(result, rule, reading), counts))
  }
  if (others > 0) {
    const what = others === 1 ? '1 result is' : `${others} results are`
    context.log.add(
      'results-other',
      `${what} not about infrastructure as code and left out.`,
      locationOf(context),
    )
  }
  return results
}

/**
 * Results of kind 'pass' and 'notApplicable' (§3.27.9) and those absent from the baseline (§3.27.24) are not findings.
 * KICS and zizmor report their lowest severity as 'informational' and 'review'.
 */
const isFailure = ({ kind, baselineState }: Members): boolean =>
  ['', 'fail', 'open', 'review', 'informational'].includes(textOf(kind)) && textOf(baselineState) !== 'absent'

/** Two equal results in one file are two findings; the second one gets a number. */
function numbered(result: InfrastructureResult, counts: Map<string, number>): InfrastructureResult {
  const key = resultKey(result)
  const count = (counts.get(key) ?? 0) + 1
  counts.set(key, count)
  return count === 1 ? result : { ...result, fingerprint: `${result.fingerprint}#${count}` }
}

function readResult(
  result: Members,
  { rule, json }: SarifRule,
  { tool, pathOf, context }: Reading,
): InfrastructureResult {
  const [location] = listOf(result['locations'])
  const physical = recordOf(recordOf(location)['physicalLocation'])
  const line = recordOf(physical['region'])['startLine']
  const message = messageOf(result, json) || rule.title
  return {
    sysid: rule.sysid,
    tool,
    path: pathOf(physical['artifactLocation']),
    fingerprint: fingerprintOf(result, message),
    line: typeof line === 'number' && Number.isSafeInteger(line) && line > 0 && line < 2 ** 31 ? line : null,
    message,
    severity: severityOf(result, json),
    suppression: suppressionOf(result),
    document: context.path,
  }
}

/** Trivy's text contains other members before the message, which follows 'Message:'. */
function messageOf(result: Members, rule: Members): string {
  const message = recordOf(result['message'])
  const template = recordOf(ownProperty(recordOf(rule['messageStrings']), textOf(message['id'])))
  const text = textOf(message['text']) || textOf(message['markdown']) || textOf(template['text'])
  const filled = text.replaceAll(/\{(\d{1,3})\}/g, (whole, index: string) => {
    const argument = listOf(message['arguments'])[Number(index)]
    return typeof argument === 'string' ? argument : whole
  })
  return shortTextOf(/^Message: (.+)$/m.exec(filled)?.[1] ?? filled)
}

/** Suppressions under review or rejected do not apply (§3.35.3). */
function suppressionOf(result: Members): string | null {
  const [accepted] = listOf(result['suppressions'])
    .map(recordOf)
    .filter(({ status }) => ['', 'accepted'].includes(textOf(status)))
  return accepted ? shortTextOf(accepted['justification']) || 'Suppressed in the source' : null
}

/** Hadolint lists results without rules. */
const missingRules = (
  results: readonly InfrastructureResult[],
  listed: readonly InfrastructureRule[],
  tool: string,
): InfrastructureRule[] => {
  const known = new Set(listed.map(({ sysid }) => sysid))
  const missing = new Map(
    results.filter(({ sysid }) => !known.has(sysid)).map((result) => [result.sysid, result]),
  )
  return [...missing.values()].map(({ sysid, message, severity }) => ({
    sysid,
    tool,
    title: message,
    description: '',
    helpUrl: null,
    severity,
  }))
}

function coverageOf(
  run: Members,
  results: readonly InfrastructureResult[],
  { tool, document, pathOf }: Pick<Reading, 'tool' | 'pathOf'> & { document: string },
): InfrastructureRun {
  const invocations = listOf(run['invocations']).map(recordOf)
  const notes = invocations
    .flatMap((invocation) => listOf(invocation['toolExecutionNotifications']))
    .map(recordOf)
    .filter(({ level }) => textOf(level) === 'error')
  const unread = notes
    .flatMap(({ locations }) => listOf(locations))
    .map((location) => pathOf(recordOf(recordOf(location)['physicalLocation'])['artifactLocation']))
    .filter((path) => path !== '')
  const unparsed = results.filter(isParseError).map(({ path }) => path)
  const targets = listOf(run['artifacts'])
    .map(recordOf)
    .filter(({ roles }) => listOf(roles).includes('analysisTarget'))
  return {
    tool,
    document,
    isComplete: invocations.every(({ executionSuccessful }) => executionSuccessful !== false),
    analyzed: targets.length === 0 ? null : targets.map(({ location }) => pathOf(location)),
    unread: [...new Set([...unread, ...unparsed])],
  }
}
