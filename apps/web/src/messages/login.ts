import { verify } from './password.ts'

/** Login dialog; not loaded for members who are logged in. */
export const login = {
  title: 'Log in',
  secondStep: 'Two-factor authentication',
  setUp: 'Set up two-factor authentication',
  email: 'Email address',
  password: verify.password,
  emailOrName: 'Email address or user name',
  directory: (name: string) => `With the password of ${name}, too`,
  submit: 'Log in',
  back: 'Back to login',
  or: 'or',
  provider: (name: string) => `Log in with ${name}`,
  passkey: {
    submit: 'Log in with a passkey',
    /** Browsers do not reveal whether there was no passkey or the user declined. */
    failed: 'No passkey was used. Try again, or use another login method.',
  },
  forget: {
    link: 'Forgot your password?',
    title: 'Reset your password',
    submit: 'Send reset link',
    sent: 'If this address belongs to a member, we sent it a link to reset the password. The link expires in one hour.',
    noMail: 'Email is not configured on this server. Ask an administrator of your account for a reset link.',
  },
  register: {
    question: 'Don’t have an account?',
    link: 'Sign up',
    title: 'Create an account',
    name: 'Name',
    nameHint: 'Defaults to the part before the @ sign.',
    submit: 'Create account',
    sent: 'We sent you a verification link. It expires in 24 hours. Open it and enter the password you chose.',
  },
} as const
