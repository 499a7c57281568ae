import type { ComponentProps } from "react"

/** A form that is sent by script. */
export function Form({ send, ...rest }: ComponentProps<"form"> & { send: (form: HTMLFormElement) => void }) {
  return (
    <form
      {...rest}
      onSubmit={(event) => {
        event.preventDefault()
        send(event.currentTarget)
      }}
    />
  )
}
