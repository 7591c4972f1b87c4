import { texts } from '../texts.ts'

/** Of the login dialog, which members do not see. */
export const login = {
  title: texts.login.title,
  secondStep: 'One more step',
  setUp: 'Set up a second step',
  email: texts.login.email,
  password: texts.verify.password,
  submit: 'Log in',
  back: 'Back to the login',
  or: 'or',
  provider: (name: string) => `Log in with ${name}`,
  passkey: {
    submit: 'Log in with a passkey',
    /** No word of why: browsers tell nobody whether there was none or it was declined. */
    failed: 'No passkey was used. Try again, or log in another way.',
  },
  forget: {
    link: 'Forgot your password?',
    title: 'Forgot your password',
    submit: 'Send a link',
    sent: 'If somebody logs in with this address, a link to choose a new password is on its way to it. It works for an hour.',
    noMail:
      'This installation sends no mail. Ask an administrator of your account: they can make you a link to choose a new password.',
  },
  register: {
    question: 'New here?',
    link: 'Make an account',
    title: 'Make an account',
    name: 'Name',
    nameHint: texts.login.nameHint,
    submit: 'Make the account',
    sent: 'A link to verify the address is on its way to it. It works for a day; open it with the password that you chose.',
  },
} as const
