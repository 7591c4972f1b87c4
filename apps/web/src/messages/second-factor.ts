/** Two-factor step of a login, and its setup. */
export const secondFactor = {
  back: 'Back to password',
  submit: 'Log in',
  methods: {
    app: {
      choose: 'Use authenticator app',
      lead: 'Enter the six-digit code from your authenticator app.',
      label: 'Authentication code',
    },
    sms: {
      choose: 'Use text message',
      lead: 'Get a six-digit code sent to your phone.',
      label: 'Text message code',
    },
    'scratch-codes': {
      choose: 'Use a recovery code',
      lead: 'Enter one of your recovery codes. Each code works only once.',
      label: 'Recovery code',
    },
  },
  send: 'Send code',
  sendAgain: 'Resend code',
  sent: (phone: string, minutes: number) =>
    `We sent a code to the number ending in ${phone}. It expires in ${minutes} minutes.`,
  setUp: {
    lead: 'Your account requires two-factor authentication. Set it up to continue.',
    methods: { app: 'Authenticator app', sms: 'Text message' },
    methodLabel: 'Two-factor method',
    scan: 'Scan this code with an authenticator app, then enter the code it shows.',
    qrCode: 'QR code for an authenticator app',
    byHand: 'Or enter this key in the app:',
    phone: 'Phone number',
    phoneHint: 'Include the country code, for example +49 170 1234567.',
    submit: 'Set up and log in',
  },
  recovery: {
    title: 'Save your recovery codes',
    lead: 'Use them to log in if you lose access to your app or phone. Each code works once. They are not shown again.',
    download: 'Download',
    fileName: 'assay-recovery-codes.txt',
    print: 'Print',
    printed: 'Assay recovery codes. Each code works once.',
    done: 'I have saved them',
    skip: 'Skip',
  },
} as const
