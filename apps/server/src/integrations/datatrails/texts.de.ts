import type { GermanTexts } from '#integrations/core/integration.ts'
import type { RkvstSettings } from './settings.ts'
import type { english } from './texts.en.ts'

export const german: GermanTexts<typeof RkvstSettings, typeof english> = {
  name: 'DataTrails (RKVST)',
  summary: 'Veröffentlicht die SBOMs verknüpfter Branches in einem Provenance-Ledger.',
  fields: {
    protocol: {
      label: 'Dienst',
      hint: 'Der SBOM-Hub von RKVST wurde 2023 eingestellt. Wählen Sie ihn nur für einen kompatiblen Server.',
      options: { events: 'DataTrails (Assets und Events)', hub: 'SBOM-Hub von RKVST' },
    },
    url: { label: 'URL' },
    clientId: {
      label: 'Client-ID',
      hint: 'Client-ID einer App-Registrierung mit einer Zugriffsrichtlinie.',
    },
    supplier: { label: 'Lieferant', hint: 'Ihre Organisation, wie sie in den SBOMs genannt wird.' },
    privacy: {
      label: 'Sichtbarkeit',
      hint: 'Sichtbarkeit der hochgeladenen SBOMs.',
      options: { PRIVATE: 'Privat', PUBLIC: 'Öffentlich' },
    },
    clientSecret: {
      label: 'Client-Secret',
      hint: 'Wird nur einmal angezeigt, beim Anlegen der App-Registrierung.',
    },
  },
  deliveries: {
    sbomOfScan: 'SBOM des Scans {scan}',
    projectGone: 'Das Projekt existiert nicht mehr',
    sbomUploaded: 'Die SBOM ist hochgeladen',
    sbomPublished: 'Die SBOM ist veröffentlicht',
    sbomWithdrawn: 'Die SBOM ist zurückgezogen',
    sbomUncertain: 'Ein früherer Versuch hat die SBOM vielleicht hochgeladen; sie wird noch einmal gesucht',
    sbomUnknown: 'Der Dienst listet die SBOM noch nicht',
    sbomNotPublished: 'Die SBOM ist noch nicht veröffentlicht',
    sbomNotWithdrawn: 'Die SBOM ist noch nicht zurückgezogen',
  },
}
