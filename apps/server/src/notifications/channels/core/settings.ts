import type { Language } from '@assay/contract/languages.ts'

/** What the form and the API know of a channel. Pure, since the contract imports it. */
export interface ChannelSettings {
  /** Stored. */
  kind: string
  /** What a message needs to get there: addresses of email, a secret URL, or a Slack app's token and channel. */
  takes: 'recipients' | 'address' | 'app'
  texts: Record<Language, ChannelTexts>
}

interface ChannelTexts {
  name: string
  /** Where to find what it takes. */
  hint: string
}
