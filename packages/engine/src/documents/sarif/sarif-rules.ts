import { listOf, recordOf, shortTextOf, textOf } from '../parsers/json-value.ts'
import type { InfrastructureRule } from '../../infrastructure/infrastructure.ts'
import { severityOf } from './sarif-severity.ts'

type Members = Record<string, unknown>

export interface SarifRule {
  rule: InfrastructureRule
  /** The rule as in the document. */
  json: Members
  /** false for vulnerabilities, secrets and licenses found by the same scanner. */
  isInfrastructure: boolean
}

/** Reads the rules of a run, and returns a function that finds the rule of a result; null if it names none. */
export function rulesOfRun(
  run: Members,
  tool: string,
): { all: SarifRule[]; of: (result: Members) => SarifRule | null } {
  const { driver, extensions } = recordOf(run['tool'])
  const components = [driver, ...listOf(extensions)].map((component) =>
    listOf(recordOf(component)['rules']).map((rule) => readRule(recordOf(rule), tool)),
  )
  const all = components.flat().filter((rule) => rule !== null)
  const byId = new Map(all.toReversed().map((rule) => [rule.rule.sysid, rule]))
  return {
    all: [...new Map(all.map((rule) => [rule.rule.sysid, rule])).values()],
    of(result) {
      const reference = recordOf(result['rule'])
      const id = idOf(textOf(result['ruleId']) || textOf(reference['id']))
      const known = byId.get(id)
      if (known) return known
      const index = result['ruleIndex'] ?? reference['index']
      const extension = recordOf(reference['toolComponent'])['index']
      const list = typeof extension === 'number' ? components[extension + 1] : components[0]
      const indexed = typeof index === 'number' ? list?.[index] : null
      return id === '' ? (indexed ?? null) : readRule({ id }, tool)
    },
  }
}

/** At most 200 characters, since it is part of database keys and URLs. */
const idOf = (text: string) => text.slice(0, 200).replace(/[\ud800-\udbff]$/, '')

function readRule(json: Members, tool: string): SarifRule | null {
  const sysid = idOf(textOf(json['id']))
  if (sysid === '') return null
  const titles = [
    textIn(json['shortDescription']),
    shortTextOf(json['name']),
    textIn(json['fullDescription']),
  ]
  const title = titles.find((text) => text !== '' && text.toLowerCase() !== 'misconfiguration')
  const url = textOf(json['helpUri'])
  return {
    rule: {
      sysid,
      tool,
      title: title ?? sysid,
      description: textIn(json['fullDescription']) || textIn(json['help']),
      helpUrl: /^https?:\/\//i.test(url) && URL.canParse(url) && url.length <= 1_000 ? url : null,
      severity: severityOf({}, json),
    },
    json,
    isInfrastructure: isInfrastructure(json),
  }
}

const textIn = (message: unknown): string => shortTextOf(recordOf(message)['text'])

/** The tags of Trivy's other rules. */
const otherTags = new Set(['vulnerability', 'secret', 'license'])

const isInfrastructure = ({ properties }: Members): boolean =>
  !listOf(recordOf(properties)['tags']).some((tag) => otherTags.has(textOf(tag).toLowerCase()))
