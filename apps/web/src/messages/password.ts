/** Page to choose a password, reached by an emailed link. */
export const password = {
  title: 'Choose a password',
  lead: 'This logs you in here and ends all other sessions.',
  field: 'New password',
  hint: 'At least 12 characters. Common passwords are rejected.',
  submit: 'Save and log in',
  noLink: 'This link is incomplete',
  noLinkHint: 'Open the full link from the email, or request a new one in the login dialog.',
} as const

/** Page to activate an account, reached by an emailed link. */
export const verify = {
  title: 'Activate your account',
  lead: 'Enter the password you chose when you registered.',
  submit: 'Activate account',
  password: 'Password',
} as const
