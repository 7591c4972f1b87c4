import type { Severity } from '../vocabulary.ts'

/** A rule of an infrastructure-as-code scanner. */
export interface InfrastructureRule {
  /** The scanner's own id: 'CKV_AWS_20', 'DL3008'. */
  sysid: string
  /** The scanner: 'Checkov'. */
  tool: string
  title: string
  /** '' if absent. */
  description: string
  /** http or https; null if absent. */
  helpUrl: string | null
  severity: Severity
}

/** Identifies a result within a (project, branch). The line is not part of it. */
export interface ResultKey {
  sysid: string
  /** The checked file, relative to the scanned folder; '' if unknown. */
  path: string
  /** Identifies the location in the file, regardless of its line. */
  fingerprint: string
}

/** A violation of a rule in a file. */
export interface InfrastructureResult extends ResultKey {
  tool: string
  /** 1-based; null if unknown. */
  line: number | null
  message: string
  severity: Severity
  /** The reason for a suppression in the source; null if it is not suppressed. */
  suppression: string | null
  /** The path of the document that lists it. */
  document: string
}

/** A run of a scanner, and the files it covered. */
export interface InfrastructureRun {
  tool: string
  document: string
  /** false if the scanner failed, so that missing results may still be present. */
  isComplete: boolean
  /** Paths of the analyzed files; null if the scanner does not list them. */
  analyzed: string[] | null
  /** Paths that could not be read. */
  unread: string[]
}

export interface Infrastructure {
  rules: InfrastructureRule[]
  results: InfrastructureResult[]
  runs: InfrastructureRun[]
}

/** A string that identifies a result. */
export const resultKey = ({ sysid, path, fingerprint }: ResultKey): string =>
  `${sysid}\n${path}\n${fingerprint}`

/** Merges several documents. If two describe the same rule or list the same result, the first one applies. */
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
