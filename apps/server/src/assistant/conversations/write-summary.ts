import type { AssistantSummary } from '@assay/contract/assistant-conversations.ts'
import { type FactContext, FactList, type NewFact, sourceOf } from '#assistant/facts/fact.ts'
import { findingFacts } from '#assistant/facts/findings.ts'
import { fixFacts } from '#assistant/facts/fixes.ts'
import { overviewFacts } from '#assistant/facts/overview.ts'
import { vulnerabilityFacts } from '#assistant/facts/vulnerability.ts'
import type { Subject } from './subject.ts'

type Section = [heading: string, facts: NewFact[]]

/** Writes the facts of a subject as sentences, without a model. */
export async function writeSummary(context: FactContext, subject: Subject): Promise<AssistantSummary> {
  const list = new FactList()
  const sections = (await sectionsOf(context, subject))
    .filter(([, facts]) => facts.length > 0)
    .map(([heading, facts]) => ({
      heading,
      lines: list.add(facts).map(({ text, ref, quote }) => ({
        text: quote === undefined ? text : `${text} The advisory says: "${quote}"`,
        ref,
      })),
    }))
  return { sections, sources: list.all.map(sourceOf) }
}

async function sectionsOf(context: FactContext, subject: Subject): Promise<Section[]> {
  const { reports, insights } = context.scopes
  const { project, branch, advisory } = subject
  const none: NewFact[] = []
  if (advisory !== null)
    return [['The vulnerability', reports ? await vulnerabilityFacts(context, reports, advisory.uuid) : none]]
  const filter = { severity: null, packageName: null, isOpen: true, limit: 8 }
  return [
    ['In numbers', insights && project === null ? await overviewFacts(context, insights, 30) : none],
    ['What to fix first', insights ? await fixFacts(context, insights, { project, limit: 5 }) : none],
    [
      'Open vulnerabilities',
      reports
        ? await findingFacts(context, reports, { projectUuid: project?.uuid ?? null, branch, ...filter })
        : none,
    ],
  ]
}
