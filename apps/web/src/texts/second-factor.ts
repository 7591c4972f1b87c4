/** Of the second step of a login, and of setting one up. */
export const secondFactor = {
  back: 'Back to the password',
  submit: 'Log in',
  otherWays: 'Another way',
  methods: {
    app: {
      choose: 'Use the authenticator app',
      lead: 'Your authenticator app shows a code of six digits for Assay.',
      label: 'Code of the app',
    },
    sms: {
      choose: 'Use a code by text message',
      lead: 'A code of six digits can be sent to your phone.',
      label: 'Code of the text message',
    },
    'scratch-codes': {
      choose: 'Use a scratch code',
      lead: 'Type one of the scratch codes that you kept. It will not work again.',
      label: 'Scratch code',
    },
  },
  send: 'Send it to my phone',
  sendAgain: 'Send it again',
  sent: (phone: string, minutes: number) =>
    `A code is on its way to the number that ends in ${phone}. It works for ${minutes} minutes.`,
  setUp: {
    lead: 'Your account asks for a second step at each login. It takes a minute to set up.',
    methods: { app: 'Authenticator app', sms: 'Text message' },
    methodLabel: 'Second step',
    scan: 'Scan this with an authenticator app, then type the code that it shows.',
    qrCode: 'QR code for an authenticator app',
    byHand: 'Or type this key into the app:',
    phone: 'Phone number',
    phoneHint: 'With the country, such as +49 170 1234567.',
    submit: 'Set up and log in',
  },
  scratch: {
    title: 'Keep your scratch codes',
    lead: 'Each lets you in once, without the app or the phone. They are not shown again.',
    download: 'Download',
    fileName: 'assay-scratch-codes.txt',
    print: 'Print',
    printed: 'Scratch codes for Assay. Each works once.',
    done: 'I have kept them',
    skip: 'Go on without them',
  },
} as const
