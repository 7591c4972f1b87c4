import { images as contract, type WatchedImage } from '@assay/contract/images.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { images as messages } from '../../../messages/images.ts'
import { paths } from '../../../paths.ts'
import { showNotice } from '../../../ui/alerts.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { LongName } from '../../../ui/long-name.tsx'
import { When } from '../../../ui/when.tsx'
import { ResourceSection } from '../resource-section.tsx'
import { type Column, wraps } from '../resource-table.tsx'
import { useDenialReason } from '../use-denial-reason.ts'
import { useUser } from '../use-user.ts'
import { Logins } from './logins.tsx'
import { ChangeImage, WatchImage } from './watch-image.tsx'

export function Images() {
  return (
    <>
      <Watched />
      <Logins />
    </>
  )
}

const nameOf = ({ name, tag }: WatchedImage) => `${name}:${tag}`

const columns: readonly Column<WatchedImage>[] = [
  {
    title: messages.columns.image,
    cell: (image) => (
      <>
        <Link
          to={paths.projects}
          search={{ pid: image.projectUuid, branch: image.tag }}
          className="text-ink hover:text-accent hover:underline"
        >
          <LongName name={nameOf(image)} />
        </Link>
        {image.platform !== null && (
          <div className="text-xs font-normal text-soft">{messages.platform(image.platform)}</div>
        )}
        {image.usesAttached && <div className="text-xs font-normal text-soft">{messages.usesAttached}</div>}
      </>
    ),
  },
  {
    title: messages.columns.digest,
    style: wraps,
    cell: ({ digest }) => <code className="text-xs">{digest?.slice(0, 19) ?? '–'}</code>,
  },
  { title: messages.columns.state, style: 'min-w-48', cell: (image) => <State {...image} /> },
  {
    title: messages.columns.next,
    style: 'min-w-28',
    cell: ({ nextCheckAt }) => <When epochMs={nextCheckAt} />,
  },
]

function Watched() {
  const accountUuid = useUser().account.uuid
  const denialReason = useDenialReason()(contract.add)
  const list = useQuery(query(api.images.list, { params: { accountUuid } }))
  return (
    <ResourceSection
      title={messages.title}
      lead={messages.lead}
      add={{
        label: messages.add,
        denialReason,
        isPrimary: true,
        renderDialog: (onClose) => <WatchImage accountUuid={accountUuid} onClose={onClose} />,
      }}
      query={list}
      columns={columns}
      none={messages.none}
      actions={(image) => {
        const params = { accountUuid, imageUuid: image.uuid }
        const name = nameOf(image)
        return [
          {
            text: messages.check,
            label: messages.checkOf(name),
            denialReason,
            call: async () => {
              await api.images.check({ params })
              showNotice(messages.checking)
            },
          },
          {
            text: messages.change,
            label: messages.changeOf(name),
            denialReason,
            renderDialog: (onClose) => (
              <ChangeImage params={params} image={image} name={name} onClose={onClose} />
            ),
          },
          {
            text: messages.remove,
            label: messages.removeOf(name),
            denialReason,
            confirm: {
              title: messages.removeTitle(name),
              text: messages.removeText,
              submit: messages.remove,
              action: () => api.images.remove({ params }),
            },
          },
        ]
      }}
    />
  )
}

const variants = { ok: 'good', waiting: 'plain', failing: 'bad' } as const

function State({ error, checkedAt }: WatchedImage) {
  const state = error !== null ? 'failing' : checkedAt === null ? 'waiting' : 'ok'
  return (
    <div className="grid justify-items-start gap-0.5">
      <Badge variant={variants[state]}>{messages.states[state]}</Badge>
      {checkedAt !== null && (
        <span className="text-xs text-soft">
          <When epochMs={checkedAt} />
        </span>
      )}
      {error !== null && <span className="text-xs [overflow-wrap:anywhere] text-danger">{error}</span>}
    </div>
  )
}
