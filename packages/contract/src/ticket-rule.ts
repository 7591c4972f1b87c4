import { advisoryRatings } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'

/** Most severe first. */
export const ticketSeverities = advisoryRatings

/** Settings of all ticket integrations: which tickets to create, when, and what to do after a fix. */
export const ticketRule = {
  ticketsFor: z.enum(['upgrade', 'finding']).meta({
    title: 'One issue for',
    description: 'An upgrade closes all vulnerabilities of a package.',
    optionTitles: ['Each upgrade', 'Each vulnerability'],
  }),
  createsByRule: z.boolean().meta({
    title: 'Create issues automatically',
    description: 'After each scan of the main branch. Otherwise, members create them from a report.',
  }),
  minSeverity: z.enum(ticketSeverities).meta({
    title: 'Automatically from severity',
    description: 'Known malware always counts.',
    optionTitles: ['Critical', 'High', 'Medium', 'Low'],
  }),
  onlyWithFix: z
    .boolean()
    .meta({ title: 'Only where a fix is available', description: 'Applies to automatic issues.' }),
  whenFixed: z.enum(['close', 'comment', 'nothing']).meta({
    title: 'When it is fixed',
    description: 'A vulnerability that returns reopens the issue.',
    optionTitles: ['Comment and close', 'Comment', 'Leave it as it is'],
  }),
}

export const ticketRuleDefaults = {
  ticketsFor: ticketRule.ticketsFor.default('upgrade'),
  createsByRule: ticketRule.createsByRule.default(false),
  minSeverity: ticketRule.minSeverity.default('high'),
  onlyWithFix: ticketRule.onlyWithFix.default(true),
  whenFixed: ticketRule.whenFixed.default('close'),
}

export type TicketRule = z.output<z.ZodObject<typeof ticketRuleDefaults>>
/** Action on an issue once its vulnerabilities are fixed. */
export type WhenFixed = TicketRule['whenFixed']
