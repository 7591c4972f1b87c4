import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'

interface Props {
  title: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  children: ReactNode
}

export function Dialog({ title, isOpen, onOpenChange, children }: Props) {
  return (
    <ModalOverlay
      isDismissable
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      className="fixed inset-0 z-20 grid place-items-center bg-black/40 p-4"
    >
      <Modal className="w-full max-w-sm rounded-card border border-line bg-surface shadow-xl">
        <AriaDialog className="grid gap-4 p-6 outline-none">
          <Heading slot="title" className="m-0 text-lg font-semibold">
            {title}
          </Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
