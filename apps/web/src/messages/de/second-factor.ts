import type { Translation } from '../../language/translation.ts'
import type { secondFactor as english } from '../second-factor.ts'

export const secondFactor: Translation<typeof english> = {
  back: 'Zurück zum Passwort',
  submit: 'Anmelden',
  methods: {
    app: {
      choose: 'Authenticator-App verwenden',
      lead: 'Den sechsstelligen Code aus der Authenticator-App eingeben.',
      label: 'Code der App',
    },
    sms: {
      choose: 'SMS verwenden',
      lead: 'Lassen Sie sich einen sechsstelligen Code auf Ihr Telefon schicken.',
      label: 'Code aus der SMS',
    },
    'scratch-codes': {
      choose: 'Wiederherstellungscode verwenden',
      lead: 'Einen Ihrer Wiederherstellungscodes eingeben. Jeder Code gilt nur einmal.',
      label: 'Wiederherstellungscode',
    },
  },
  send: 'Code senden',
  sendAgain: 'Code erneut senden',
  sent: (phone, minutes) =>
    `Ein Code wurde an die Nummer mit der Endung ${phone} geschickt. Er gilt ${minutes} Minuten.`,
  setUp: {
    lead: 'Ihr Konto verlangt Zwei-Faktor-Authentisierung. Richten Sie sie ein, um fortzufahren.',
    methods: { app: 'Authenticator-App', sms: 'SMS' },
    methodLabel: 'Zwei-Faktor-Methode',
    scan: 'Diesen Code mit einer Authenticator-App scannen und den angezeigten Code eingeben.',
    qrCode: 'QR-Code für eine Authenticator-App',
    byHand: 'Oder diesen Schlüssel in der App eingeben:',
    phone: 'Telefonnummer',
    phoneHint: 'Mit Ländervorwahl, etwa +49 170 1234567.',
    submit: 'Einrichten und anmelden',
  },
  recovery: {
    title: 'Wiederherstellungscodes sichern',
    lead: 'Für die Anmeldung, falls App oder Telefon verloren gehen. Jeder Code gilt einmal. Sie werden nicht wieder angezeigt.',
    download: 'Herunterladen',
    fileName: 'assay-recovery-codes.txt',
    print: 'Drucken',
    printed: 'Wiederherstellungscodes für Assay. Jeder Code gilt einmal.',
    done: 'Ich habe sie gesichert',
    skip: 'Überspringen',
  },
}
