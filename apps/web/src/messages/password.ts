/** Where a password is chosen, by a link from an email. */
export const password = {
  title: 'Choose a password',
  lead: 'You are then logged in here and logged out of all other sessions.',
  field: 'New password',
  hint: 'At least 12 characters. Common passwords are rejected.',
  submit: 'Save and log in',
  noLink: 'This link is incomplete',
  noLinkHint: 'Open the full link from the email, or request a new one in the login dialog.',
} as const

/** Where an account is activated, by a link from an email. */
export const verify = {
  title: 'Activate your account',
  lead: 'Enter the password you chose when you registered.',
  submit: 'Activate account',
  password: 'Password',
} as const
