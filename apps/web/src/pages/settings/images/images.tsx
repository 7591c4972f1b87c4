import { images as contract, type WatchedImage } from '@assay/contract/images.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { images as messages } from '../../../messages/images.ts'
import { paths } from '../../../paths.ts'
import { showNotice } from '../../../ui/alerts.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { LongName } from '../../../ui/long-name.tsx'
import { rowStyle } from '../../../ui/table.tsx'
import { When } from '../../../ui/when.tsx'
import { Confirm } from '../../../widgets/forms/confirm.tsx'
import { ActionButton } from '../action-button.tsx'
import { ActionsCell, NameCell, ResourceTable } from '../resource-table.tsx'
import { Section } from '../section.tsx'
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

const { image, digest, state, next } = messages.columns
const columns = [image, digest, state, next].map((title) => ({ title }))

type Opened = { dialog: 'new' } | { dialog: 'change' | 'remove'; image: WatchedImage }

function Watched() {
  const accountUuid = useUser().account.uuid
  const denialReason = useDenialReason()(contract.add)
  const list = useQuery(query(api.images.list, { params: { accountUuid } }))
  const queries = useQueryClient()
  const [opened, setOpened] = useState<Opened | null>(null)
  const check = async ({ uuid }: WatchedImage) => {
    await api.images.check({ params: { accountUuid, imageUuid: uuid } })
    showNotice(messages.checking)
    await queries.invalidateQueries()
  }
  return (
    <Section
      title={messages.title}
      lead={messages.lead}
      isFlush
      actions={
        <ActionButton
          variant="primary"
          denialReason={denialReason}
          onPress={() => setOpened({ dialog: 'new' })}
        >
          {messages.add}
        </ActionButton>
      }
    >
      <ResourceTable label={messages.title} query={list} columns={columns} none={messages.none}>
        {(each) => (
          <ImageRow
            key={each.uuid}
            image={each}
            denialReason={denialReason}
            onCheck={() => void check(each)}
            onChange={() => setOpened({ dialog: 'change', image: each })}
            onRemove={() => setOpened({ dialog: 'remove', image: each })}
          />
        )}
      </ResourceTable>
      {opened?.dialog === 'new' && <WatchImage accountUuid={accountUuid} onClose={() => setOpened(null)} />}
      {opened?.dialog === 'change' && (
        <ChangeImage
          accountUuid={accountUuid}
          image={opened.image}
          name={nameOf(opened.image)}
          onClose={() => setOpened(null)}
        />
      )}
      {opened?.dialog === 'remove' && (
        <Confirm
          title={messages.removeTitle(nameOf(opened.image))}
          text={messages.removeText}
          submit={messages.remove}
          action={() => api.images.remove({ params: { accountUuid, imageUuid: opened.image.uuid } })}
          onClose={() => setOpened(null)}
        />
      )}
    </Section>
  )
}

const nameOf = ({ name, tag }: WatchedImage) => `${name}:${tag}`

interface RowProps {
  image: WatchedImage
  denialReason: string | null
  onCheck: () => void
  onChange: () => void
  onRemove: () => void
}

function ImageRow({ image, denialReason, onCheck, onChange, onRemove }: RowProps) {
  const { projectUuid, tag, platform, usesAttached, nextCheckAt } = image
  const name = nameOf(image)
  return (
    <tr className={rowStyle}>
      <NameCell>
        <Link
          to={paths.projects}
          search={{ pid: projectUuid, branch: tag }}
          className="text-ink hover:text-accent hover:underline"
        >
          <LongName name={name} />
        </Link>
        {platform !== null && (
          <div className="text-xs font-normal text-soft">{messages.platform(platform)}</div>
        )}
        {usesAttached && <div className="text-xs font-normal text-soft">{messages.usesAttached}</div>}
      </NameCell>
      <td className="min-w-40 px-3 py-1.5 [overflow-wrap:anywhere]">
        <code className="text-xs">{image.digest?.slice(0, 19) ?? '–'}</code>
      </td>
      <td className="min-w-48 px-3 py-1.5">
        <State image={image} />
      </td>
      <td className="min-w-28 px-3 py-1.5">
        <When epochMs={nextCheckAt} />
      </td>
      <ActionsCell
        actions={[
          { text: messages.check, label: messages.checkOf(name), denialReason, run: onCheck },
          { text: messages.change, label: messages.changeOf(name), denialReason, run: onChange },
          { text: messages.remove, label: messages.removeOf(name), denialReason, run: onRemove },
        ]}
      />
    </tr>
  )
}

const variants = { ok: 'good', waiting: 'plain', failing: 'bad' } as const

function State({ image: { error, checkedAt } }: Pick<RowProps, 'image'>) {
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
