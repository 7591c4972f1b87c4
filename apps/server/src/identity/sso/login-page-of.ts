/** The page on which the visitor chooses to log in: a provider with a session would log the visitor in without asking. */
export const loginPageOf = ({
  returnTo,
  account,
}: {
  returnTo: string
  account?: string | undefined
}): string => (account === undefined ? returnTo : `/?sso=${account}`)
