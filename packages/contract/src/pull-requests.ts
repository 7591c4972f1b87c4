import { z } from 'zod'

/** An address that a page may link to. */
const WebUrl = z
  .string()
  .trim()
  .max(2000)
  .refine((text) => {
    const url = URL.parse(text)
    return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  }, 'The address of a pull request must begin with http:// or https:// and hold no credentials')

const Text = z.string().max(1000)

/** The pull requests that a bot opened for the findings of a report. */
export const PullRequests = z
  .object({
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
    /** Pull requests that are still open from earlier reports. */
    openPrLinks: z.array(WebUrl).max(1000),
  })
  .meta({ id: 'PullRequests' })
export type PullRequests = z.infer<typeof PullRequests>

/** As it is posted: the server sets the date when it is left out. */
export const NewPullRequests = PullRequests.extend({
  createdAt: PullRequests.shape.createdAt.optional(),
  entries: PullRequests.shape.entries.default([]),
  openPrLinks: PullRequests.shape.openPrLinks.default([]),
})
