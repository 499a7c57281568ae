// Before the first paint: apply the scheme that was chosen in the footer of the shop, or that of the system.
var t="";try{t=(localStorage.getItem("theme")||"").replace(/"/g,"")}catch(e){}document.documentElement.dataset.colorScheme=t==="dark"||t!=="light"&&matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light"
