import { z } from 'zod'
import { webAddressFormat } from './vocabulary.ts'
import { named } from './named.ts'

/** A URL that is safe to link to. */
const WebUrl = z
  .string()
  .trim()
  .max(2000)
  .refine((text) => {
    const url = URL.parse(text)
    return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  }, 'The URL of a pull request must start with http:// or https:// and contain no credentials')
  .meta(webAddressFormat)

const Text = z.string().max(1000)

/** The pull requests opened by a bot for the findings of a report. */
export const PullRequests = named('PullRequests', {
  /** 'dd/MM/yyyy-HH:mm:ss', UTC. */
  createdAt: z
    .string()
    .regex(/^\d{2}\/\d{2}\/\d{4}-\d{2}:\d{2}:\d{2}$/, "The date must have the form 'dd/MM/yyyy-HH:mm:ss'"),
  entries: z
    .array(
      z.object({
        dependency: z.object({
          library: z.object({ name: Text.min(1), language: Text }),
          version: Text,
        }),
        prs: z.array(z.object({ title: Text, url: WebUrl })).max(100),
      }),
    )
    .max(1000),
  /** Pull requests of earlier reports that are still open. */
  openPrLinks: z.array(WebUrl).max(1000),
})
export type PullRequests = z.infer<typeof PullRequests>

/** As posted: the date defaults to the server's time. */
export const NewPullRequests = PullRequests.extend({
  createdAt: PullRequests.shape.createdAt.optional(),
  entries: PullRequests.shape.entries.default([]),
  openPrLinks: PullRequests.shape.openPrLinks.default([]),
})
