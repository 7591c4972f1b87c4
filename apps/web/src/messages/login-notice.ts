/** Shown instead of a page to visitors who are not logged in. */
export const loginNotice = {
  required: 'A LOGIN IS REQUIRED TO ACCESS METRICS',
  explanation: 'This page requires authentication. Please use the',
  link: 'login',
  explanationEnd: 'to continue.',
  /** When the link leads to the identity provider instead of the dialog. */
  leads: (provider: string) => `You will be redirected to ${provider}.`,
  otherMethods: 'Use another login method',
} as const
