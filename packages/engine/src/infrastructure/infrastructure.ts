import type { Severity } from '../vocabulary.ts'

/** A check of infrastructure as code, as its scanner describes it. */
export interface InfrastructureRule {
  /** The scanner's own id: 'CKV_AWS_20', 'DL3008'. */
  sysid: string
  /** The scanner: 'Checkov'. */
  tool: string
  title: string
  /** '' when the scanner gives none. */
  description: string
  /** http or https; null when the scanner gives none. */
  helpUrl: string | null
  severity: Severity
}

/** What makes two results the same one, within a (project, branch). The line is not part of it. */
export interface ResultKey {
  sysid: string
  /** Of the checked file, relative to the scanned folder; '' when the scanner names none. */
  path: string
  /** Of the place in the file; stays when lines move. */
  fingerprint: string
}

/** A check that a file fails. */
export interface InfrastructureResult extends ResultKey {
  tool: string
  /** From 1; null when the scanner gives none. */
  line: number | null
  message: string
  severity: Severity
  /** Why the scanner was told to pass over it; null: it was not. */
  suppression: string | null
  /** The path of the document that lists it. */
  document: string
}

/** One run of a scanner: what it looked at. */
export interface InfrastructureRun {
  tool: string
  document: string
  /** false: the scanner failed, so what it does not list may still be there. */
  isComplete: boolean
  /** Paths that were checked; null when the scanner does not list them. */
  analyzed: string[] | null
  /** Paths that could not be read. */
  unread: string[]
}

export interface Infrastructure {
  rules: InfrastructureRule[]
  results: InfrastructureResult[]
  runs: InfrastructureRun[]
}

/** One text for what makes two results the same one. */
export const resultKey = ({ sysid, path, fingerprint }: ResultKey): string =>
  `${sysid}\n${path}\n${fingerprint}`

/** Of several documents. Where two describe a rule or list a result, the first counts. */
export function mergeInfrastructure(all: readonly Infrastructure[]): Infrastructure {
  const rules = new Map<string, InfrastructureRule>()
  const results = new Map<string, InfrastructureResult>()
  for (const part of all) {
    for (const rule of part.rules) if (!rules.has(rule.sysid)) rules.set(rule.sysid, rule)
    for (const result of part.results)
      if (!results.has(resultKey(result))) results.set(resultKey(result), result)
  }
  return {
    rules: [...rules.values()],
    results: [...results.values()],
    runs: all.flatMap(({ runs }) => runs),
  }
}
