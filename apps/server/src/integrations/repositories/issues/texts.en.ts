import { ticketTexts } from '#integrations/tickets/texts.ts'

export const english = {
  name: 'GitHub and GitLab issues',
  summary: 'Creates issues in your repositories, and comments on and closes them once fixed.',
  deliveries: {
    ...ticketTexts.en,
    tokenAccepted: '{service} accepts the token of {name}',
  },
} as const
