// Before the first paint: the colours that were chosen in the shop's footer, or the system's. The app keeps them as JSON.
var t="";try{t=(localStorage.getItem("theme")||"").replace(/"/g,"")}catch(e){}document.documentElement.dataset.colorScheme=t==="dark"||t!=="light"&&matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light"
