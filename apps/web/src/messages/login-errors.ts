import type { ErrorType } from '@assay/contract/error-types.ts'
import { ownProperty } from '@assay/engine/own-property.ts'

const loginErrors: Readonly<Partial<Record<ErrorType, string>>> = {
  signOnFailed: 'The login at your identity provider failed or timed out. Try again.',
  notInvited: 'No member has your email address. Ask an administrator for an invitation, then log in again.',
  severalInvitations:
    'More than one account has invited you. Accept one of the invitations, then log in again.',
  emailUnverified:
    'Your identity provider has not verified your email address. Verify it there, then log in again.',
  memberInactive: 'Your membership is disabled. Contact an administrator of your account.',
  secondFactorMissing:
    'Your account requires two-factor authentication, but your identity provider did not report a second factor. Log in with your password, or contact an administrator.',
  providerUnreachable:
    'Your identity provider cannot be reached. Try again in a few minutes, or log in with your password.',
  notAskedAgain:
    'Your identity provider did not ask you to sign in again, so your identity is not confirmed. Sign out there, then try again.',
  otherPerson:
    'A different user signed in at your identity provider, so your identity is not confirmed. Try again.',
  sessionEnded: 'Your session expired while you were at your identity provider. Log in again.',
  tooManyAttempts: 'Too many logins failed at your network address. Try again in a few minutes.',
  notFound: 'This login method is no longer available. Use another one.',
}

/** Why a login at an identity provider failed, by errorType. */
export const loginErrorMessage = (errorType: string): string =>
  ownProperty(loginErrors, errorType) ?? loginErrors['signOnFailed']!
