// A camera that shows what a measurement holds up to it, and the time until the page shows a verdict.
// While nothing is held up, it shows "empty", if there is such an image.
{
  const WIDTH = 1280
  const HEIGHT = 720
  const FRAME_MS = 40
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: HEIGHT })
  const view = canvas.getContext("2d", { alpha: false })
  const images = {}
  let inView = "empty"

  const draw = () => {
    if (images[inView]) view.drawImage(images[inView], 0, 0)
    else view.fillRect(0, 0, WIDTH, HEIGHT)
  }
  setInterval(draw, FRAME_MS)
  if (navigator.mediaDevices) navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(1000 / FRAME_MS)

  window.loadImage = async (name, base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    images[name] = await createImageBitmap(new Blob([bytes]))
  }

  window.holdUp = (name) => {
    inView = name
    draw()
  }

  let signaled = () => {}
  navigator.vibrate = () => {
    signaled()
    return true
  }

  // Resolves with the milliseconds until the verdict is on the screen, or null, and with its text. The same verdict
  // twice in a row, of two guests with the same name, only vibrates and sounds.
  window.timeVerdict = (name, patience) =>
    new Promise((resolve) => {
      const alert = document.querySelector("[role=alert]")
      const finish = (ms, text) => {
        observer.disconnect()
        clearTimeout(timer)
        resolve([ms, text])
      }
      const observer = new MutationObserver(() => {
        const text = alert.textContent
        if (text) requestAnimationFrame(() => setTimeout(() => finish(performance.now() - started, text)))
      })
      observer.observe(alert, { childList: true, characterData: true, subtree: true })
      const timer = setTimeout(() => finish(null, ""), patience)
      const before = alert.textContent
      signaled = () =>
        setTimeout(() => {
          if (alert.textContent === before && before) finish(performance.now() - started, before)
        }, 200)
      holdUp(name)
      const started = performance.now()
    })

  // Resolves with the milliseconds from the return of the connection until everything is sent.
  window.timeSending = () =>
    new Promise((resolve) => {
      addEventListener("online", () => {
        const started = performance.now()
        const look = () => {
          if (document.querySelector("header").textContent.includes("All sent")) resolve(performance.now() - started)
          else requestAnimationFrame(look)
        }
        look()
      }, { once: true })
    })
}
