import type { GermanTexts } from '#integrations/core/integration.ts'
import { germanTicketRule } from '#integrations/tickets/rule-texts.ts'
import { ticketTexts } from '#integrations/tickets/texts.ts'
import type { RepositorySettings } from './settings.ts'
import type { english } from './texts.en.ts'

export const german: GermanTexts<typeof RepositorySettings, typeof english> = {
  name: 'GitHub- und GitLab-Issues',
  summary: 'Legt Issues in Ihren Repositorys an, kommentiert sie und schließt sie nach dem Fix.',
  fields: {
    service: { label: 'Dienst' },
    url: {
      label: 'URL',
      hint: 'Für einen selbst betriebenen Server. Leer lassen für github.com oder gitlab.com.',
    },
    repository: {
      label: 'Repository',
      hint: 'Leer lassen, um für jedes Projekt dessen eigenes Repository zu verwenden.',
    },
    isConfidential: {
      label: 'Vertrauliche Issues',
      hint: 'Nur GitLab. Auf GitHub sehen alle die Issues, die auf das Repository zugreifen können.',
    },
    ...germanTicketRule({ oneFor: 'Ein Issue für', many: 'Issues', one: 'das Issue' }),
    token: {
      label: 'Zugriffstoken',
      hint: 'Für GitHub mit Lese- und Schreibzugriff auf Issues und, um Projekte zu aktualisieren, Lesezugriff auf Inhalte; für GitLab mit dem Scope api.',
    },
  },
  deliveries: {
    ...ticketTexts.de,
    tokenAccepted: '{service} akzeptiert das Token von {name}',
  },
}
