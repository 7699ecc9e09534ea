// Runs before the first paint, as plain old JavaScript: sets the messaging app's scheme and insets, shows a message on
// engines that are too old, shows the first screen as the build has rendered it, and fetches the app's first script again
// if it was lost.
(function () {
  var root = document.documentElement;
  var launch = read(launchParameters) || '';
  var user = read(launchUser) || {};
  var hint = read(keptHint) || {};
  // What the Tab key stops at.
  var STOPS = 'a,button,input,summary';
  root.setAttribute('data-scheme', read(chosenScheme) || read(hostScheme) || systemScheme());
  read(showInsets);
  read(showPalette);

  window.addEventListener(
    'error',
    function (event) {
      var lost = event.target;
      if (!lost || lost.type !== 'module') return;
      var visit = read(navigation);
      // A script that is refused for another reason must not cause endless reloads.
      fetchThenReload(lost.src, visit && visit.type === 'reload' ? 10000 : 500);
      say('lost-script', 'lostScript');
    },
    true,
  );

  // The newest features that the app needs: Chrome had all of them by version 110, Safari by 16.4.
  var css = window.CSS;
  if (css && css.supports('height', '1lh') && window.Array.prototype.toSorted) {
    document.addEventListener('readystatechange', function () {
      if (document.readyState !== 'interactive') return;
      read(showFirstScreen);
      // A screen is painted before they need the network and the processor. A hidden page paints none.
      if (document.hidden || !document.getElementById('root').firstChild) read(requestFirstFiles);
      else
        requestAnimationFrame(function () {
          setTimeout(read, 0, requestFirstFiles);
        });
    });
    return;
  }
  say('old-engine', 'oldEngine');

  // As in src/app/main.tsx, which has not arrived yet. The page of the development server names none.
  function requestFirstFiles() {
    var named = document.querySelector('meta[name="first-files"]');
    if (!named || !launch) return;
    var isHome = /^\/(index)?$/.test(location.pathname);
    var path = !isHome ? location.pathname : hint.onboarded === true ? '/index' : '/';
    var files = JSON.parse(named.content);
    var own = files[path.concat(' ', language())] || files[path.concat(' en')] || [];
    // A network may lose them, and engines remember that of all but a plain fetch. The service worker loses none.
    var isFetch = named.getAttribute('data-as') === 'fetch';
    files.page.concat(own).forEach(function (file) {
      var link = document.createElement('link');
      link.rel = isFetch ? 'preload' : 'modulepreload';
      if (isFetch) link.as = 'fetch';
      link.crossOrigin = '';
      link.href = '/'.concat(file);
      document.head.appendChild(link);
    });
  }

  function language() {
    return hint.language || (user.language_code || '').slice(0, 2).toLowerCase();
  }

  // What src/app/main.tsx will show as well, which replaces it. Elsewhere and for others the page stays empty until then.
  function showFirstScreen() {
    var isReturning = hint.onboarded === true;
    var path = isReturning && /^\/(index\/?)?$/.test(location.pathname) ? '/index' : location.pathname;
    if (!isReturning && path !== '/') return;
    if (!user.id || !user.first_name || !hasBridge() || !isPhone() || isOnTheWay()) return;
    var id = 'first-'.concat(path, '-');
    var screen = document.getElementById(id.concat(language())) || document.getElementById(id.concat('en'));
    // The page of the development server has none, and calculators are only in the page that the service worker keeps.
    if (!screen) return;
    root.lang = screen.lang;
    var place = document.getElementById('root');
    place.innerHTML = screen.textContent;
    if (!read(fillIn.bind(null, place, screen))) place.innerHTML = '';
    if (!place.firstChild) return;
    place.setAttribute('aria-busy', 'true');
    var hello = place.querySelector('.home-hello');
    if (hello) hello.textContent = hello.textContent.split('{{name}}').join(user.first_name);
    keepUse(place, screen);
  }

  // Puts the kept draft into a form. False if the app will show more than other texts: then the page stays empty.
  function fillIn(place, screen) {
    var key = screen.getAttribute('data-draft');
    if (!key) return true;
    var draft = keptDraft(own('draft:'.concat(key)));
    if (draft === null) return !location.search;
    if (location.search || !draft || draft.openedId !== null || draft.isFromPlan || !draft.fields)
      return false;
    var isSame = each(place.querySelectorAll('input'), function (input) {
      var value = draft.fields[input.name];
      if (input.name === 'positionType') {
        input.checked = value === input.value;
        return /^(LONG|SHORT)$/.test(value);
      }
      if (input.type === 'radio') return input.checked === (value === input.value);
      if (input.type === 'checkbox') return input.checked === value;
      var text = shownText(input, value, screen);
      if (text === null) return false;
      // The line of a closed part sums it up.
      var folded = text !== input.value && input.closest('details');
      if (folded) folded.querySelector('summary span').textContent = '';
      input.value = text;
      return true;
    });
    // The app shows results below, instead of what is there now.
    var form = draft.calculated && place.querySelector('form');
    while (form && form.nextSibling) form.parentNode.removeChild(form.nextSibling);
    return isSame;
  }

  // As in src/platform/draft-mirror.ts: null if there is none; undefined if only the database knows.
  function keptDraft(name) {
    var kept = JSON.parse(sessionStorage.getItem(name) || 'null');
    if (kept !== null) return kept;
    var text = localStorage.getItem(name);
    return text === null ? undefined : JSON.parse(text);
  }

  // As in src/core/number-input.ts; null for what no version of the app has stored.
  function shownText(input, value, screen) {
    if (typeof value !== 'string') return null;
    if (!isNumber(input)) return /^[A-Z\d]{0,12}$/.test(value) ? value : null;
    var parts = /^(\d{0,30})(?:\.(\d{0,30}))?$/.exec(value);
    if (!parts) return null;
    var whole = parts[1];
    var text = whole.slice(-3);
    for (var end = whole.length - 3; end > 0; end -= 3) {
      var group = whole.charAt(0) === '0' ? '' : screen.getAttribute('data-group');
      text = whole.slice(Math.max(0, end - 3), end).concat(group, text);
    }
    return parts[2] === undefined ? text : text.concat(screen.getAttribute('data-decimal'), parts[2]);
  }

  function isNumber(input) {
    return /^(decimal|numeric)$/.test(input.getAttribute('inputmode'));
  }

  // What the user does before the app is there, the app gets once it has replaced the screen. A link or a button would load
  // the page again, perhaps without a network.
  function keepUse(place, screen) {
    var fields = place.querySelectorAll('input');
    var path = location.pathname;
    var shown = Array.prototype.map.call(fields, function (field) {
      return field.value;
    });
    var pasted = [];
    // What a paste has replaced: it stays if the app cannot read the paste.
    var typed = [];
    var focused = null;
    var isEntering = false;
    var tapped = null;
    // Until the app has them, they survive a reload, as changes of the draft that was there.
    var draft = own('draft:'.concat(screen.getAttribute('data-draft')));
    var origin = sessionStorage.getItem(draft) || localStorage.getItem(draft);
    var unkept = own('draft:'.concat(screen.id));
    var keep = function () {
      // The user goes on.
      tapped = null;
      localStorage.removeItem(unkept);
      var states = Array.prototype.map.call(fields, stateOf);
      localStorage.setItem(
        unkept,
        JSON.stringify({ origin: origin, states: states, pasted: pasted, typed: typed }),
      );
    };
    read(function () {
      var kept = JSON.parse(localStorage.getItem(unkept));
      if (!kept || kept.origin !== origin || kept.states.length !== fields.length) return;
      pasted = [].concat(kept.pasted);
      typed = [].concat(kept.typed);
      kept.states.forEach(function (state, index) {
        if (fields[index].type === 'text') fields[index].value = String(state.value);
        else fields[index].checked = state.checked === true;
      });
    });
    // A pasted number replaces the whole text.
    var paste = function (event, text) {
      var field = event.target;
      var index = indexIn(fields, field);
      event.preventDefault();
      if (!pasted[index]) typed[index] = stateOf(field);
      pasted[index] = true;
      field.value = text.replace(/[\r\n]/g, ' ');
      field.setSelectionRange(text.length, text.length);
      read(keep);
    };
    var listeners = {
      click: function (event) {
        // As in src/ui/select-on-focus.ts.
        if (isEntering && event.target === focused && focused.selectionStart === focused.selectionEnd)
          focused.select();
        isEntering = false;
        var target = event.target.closest('a,button');
        tapped = target || tapped;
        if (target) event.preventDefault();
      },
      submit: function (event) {
        event.preventDefault();
      },
      keydown: function (event) {
        var field = event.target;
        if (event.key !== 'Enter' || field.tagName !== 'INPUT') return;
        event.preventDefault();
        if (field.type !== 'text' || event.isComposing) return;
        var next = nextField(field);
        tapped = next ? null : field.form.querySelector('[type="submit"]');
        if (next) next.select();
        if (next) next.focus();
      },
      focusin: function (event) {
        focused = event.target;
        isEntering = focused.type === 'text';
      },
      focusout: function () {
        // Replacing the screen takes the focus, too.
        setTimeout(function () {
          if (focused !== document.activeElement) focused = null;
        });
      },
      beforeinput: function (event) {
        var key = event.data;
        var field = event.target;
        if (event.isComposing || !key || !isNumber(field)) return;
        if (key.length > 1) return paste(event, key);
        var start = field.selectionStart;
        var rest = field.value.slice(0, start).concat(field.value.slice(field.selectionEnd));
        if (/\d/.test(key) && rest.length < 30) return;
        event.preventDefault();
        var decimal = screen.getAttribute('data-decimal');
        if (!/[.,]/.test(key) || rest.indexOf(decimal) >= 0) return;
        field.setRangeText(decimal, start, field.selectionEnd, 'end');
        read(keep);
      },
      paste: function (event) {
        if (isNumber(event.target)) paste(event, event.clipboardData.getData('text/plain'));
      },
      drop: function (event) {
        if (isNumber(event.target)) paste(event, event.dataTransfer.getData('text/plain'));
      },
      input: function (event) {
        var data = event.data || '';
        var isTyped =
          /^delete/.test(event.inputType) ||
          (event.inputType === 'insertText' && data.length < 2) ||
          (event.inputType === 'insertCompositionText' && /^\d*$/.test(data));
        var index = indexIn(fields, event.target);
        pasted[index] = event.target.value !== '' && (pasted[index] || !isTyped);
        read(keep);
      },
    };
    Object.keys(listeners).forEach(function (name) {
      place.addEventListener(name, listeners[name]);
    });
    var buttons = place.querySelectorAll('button');
    var parts = place.querySelectorAll('details');
    var stops = place.querySelectorAll(STOPS);
    var replaced = new MutationObserver(function () {
      place.removeAttribute('aria-busy');
      Object.keys(listeners).forEach(function (name) {
        place.removeEventListener(name, listeners[name]);
      });
      var now = place.querySelectorAll('input');
      // The form waits for its code.
      if (fields.length > now.length && location.pathname === path) return;
      replaced.disconnect();
      each(place.querySelectorAll('details'), function (part, index) {
        part.open = parts[index] ? parts[index].open : part.open;
        return true;
      });
      each(fields, function (was, index) {
        var field = now[index];
        if (!field || field.name !== was.name) return true;
        if (was.type === 'text') {
          if (was === focused) field.focus({ preventScroll: true });
          if (pasted[index] && typed[index]) typeInto(field, typed[index]);
          if (was.value !== shown[index]) typeInto(field, was, pasted[index]);
          else if (was === focused) field.setSelectionRange(was.selectionStart, was.selectionEnd);
        } else if (was.checked !== field.checked && (was.checked || was.type === 'checkbox')) field.click();
        return true;
      });
      localStorage.removeItem(unkept);
      var stop = place.querySelectorAll(STOPS)[indexIn(stops, focused)];
      if (stop && stop.type !== 'text') stop.focus({ preventScroll: true });
      var link = tapped && tapped.getAttribute('href');
      var target = link
        ? place.querySelector('a[href="'.concat(link, '"]'))
        : tapped && place.querySelectorAll('button')[indexIn(buttons, tapped)];
      if (target) target.click();
    });
    replaced.observe(place, { childList: true, subtree: true });
  }

  // As in src/features/calculators/shared/enter-key.ts.
  function nextField(field) {
    var fields = Array.prototype.filter.call(field.form.elements, function (one) {
      return one.type === 'text' && !one.closest('details:not([open])');
    });
    var isMissing = function (one) {
      return one !== field && one.required && !one.value;
    };
    var later = fields.slice(fields.indexOf(field) + 1).filter(function (one) {
      return one.required || !one.value;
    });
    return later[0] || fields.filter(isMissing)[0];
  }

  function stateOf(field) {
    return {
      value: field.value,
      checked: field.checked,
      selectionStart: field.selectionStart,
      selectionEnd: field.selectionEnd,
    };
  }

  // React reads the value only from the element's own event.
  function typeInto(field, was, isPasted) {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, was.value);
    field.setSelectionRange(was.selectionStart, was.selectionEnd);
    var type = isPasted ? 'insertFromPaste' : 'historyRedo';
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: type, data: was.value }));
  }

  function indexIn(elements, element) {
    return Array.prototype.indexOf.call(elements, element);
  }

  // Whether all pass.
  function each(elements, passes) {
    return Array.prototype.every.call(elements, passes);
  }

  // As in src/platform/telegram/bridge.ts and src/app/boot/gate.ts.
  function hasBridge() {
    var proxy = window.TelegramWebviewProxy;
    return (
      (proxy && proxy.postEvent) ||
      (window.external && 'notify' in window.external) ||
      window.parent !== window
    );
  }

  function isPhone() {
    return /^(android|android_x|ios)$/.test(parameter('tgWebAppPlatform'));
  }

  // The user has begun onboarding, or is led back to another screen.
  function isOnTheWay() {
    var draft = own('draft:onboarding');
    return (
      localStorage.getItem(draft) || sessionStorage.getItem(draft) || sessionStorage.getItem(own('wanted'))
    );
  }

  // The page holds the texts of every language.
  function say(id, text) {
    var texts = JSON.parse(document.querySelector('meta[name="boot-texts"]').content);
    var message = document.createElement('p');
    message.id = id;
    message.style.cssText = 'margin:0;padding:32px 24px;font:17px/1.4 sans-serif';
    message.appendChild(
      document.createTextNode(
        (texts[(navigator.language || '').slice(0, 2).toLowerCase()] || texts.en)[text],
      ),
    );
    var show = function () {
      document.body.insertBefore(message, document.body.firstChild);
    };
    if (document.body) show();
    else document.addEventListener('DOMContentLoaded', show);
  }

  // Only a reloaded page requests its first script again. Once the fetch succeeds, the script is in the cache.
  function fetchThenReload(script, wait) {
    setTimeout(function () {
      fetch(script)
        .then(function (answer) {
          // A new release has removed the script: the reloaded page names the new one.
          if (answer.status === 404) return;
          // A captive portal answers every address with an HTML page.
          if (!answer.ok || !/javascript/.test(answer.headers.get('content-type') || '')) {
            throw new Error('unexpected script content');
          }
          return answer.text();
        })
        .then(
          function () {
            location.reload();
          },
          function () {
            fetchThenReload(script, Math.min(wait * 2, 30000));
          },
        );
    }, wait);
  }

  function read(from) {
    try {
      return from();
    } catch (error) {
      if (window.console) console.warn('cannot read before the first paint', error);
    }
  }

  // The insets of the last launch: nothing moves when the messaging app sends the same ones again.
  function showInsets() {
    var kept = JSON.parse(localStorage.getItem('irich:insets') || '{}');
    ['top', 'right', 'bottom', 'left'].forEach(function (side) {
      if (kept[side] >= 0) root.style.setProperty('--safe-'.concat(side), String(kept[side]).concat('px'));
    });
  }

  // The colours that the app has made of the same theme: nothing changes its colour when it makes them again.
  function showPalette() {
    var kept = JSON.parse(localStorage.getItem('irich:palette') || '{}');
    if (kept.theme !== decoded(parameter('tgWebAppThemeParams'))) return;
    if (kept.scheme !== root.getAttribute('data-scheme')) return;
    Object.keys(kept.variables).forEach(function (name) {
      var colour = kept.variables[name];
      if (/^--/.test(name) && /^#[0-9a-f]{6}$/.test(colour)) root.style.setProperty(name, colour);
    });
  }

  function launchUser() {
    var data = parameter('tgWebAppData');
    // One client sends the fields unencoded, so they appear beside the launch parameters.
    var found = /(?:^|[&=])user=([^&]*)/.exec(/=/.test(data) ? launch : decoded(data));
    return found && JSON.parse(decoded(found[1]));
  }

  // The name of what this browser keeps for the user.
  function own(name) {
    return 'irich:'.concat(user.id, ':', name);
  }

  // As in src/app/boot/boot-hint.ts.
  function keptHint() {
    return JSON.parse(localStorage.getItem(own('boot')));
  }

  // The scheme that the user chose earlier in this app; undefined if that is the messaging app's.
  function chosenScheme() {
    var theme = hint.theme;
    if (theme === 'dark' || theme === 'light') return theme;
  }

  // The messaging app's own rule, as in src/platform/telegram/theme.ts.
  function hostScheme() {
    var theme = JSON.parse(decoded(parameter('tgWebAppThemeParams')) || '{}');
    var hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i;
    var ground = hex.exec(theme.bg_color) || hex.exec(theme.secondary_bg_color);
    if (!ground) return;
    var square = function (channel) {
      // An engine that is too old cannot read `**`, and would show no message.
      var part = parseInt(ground[channel], 16);
      return part * part;
    };
    return square(1) * 299 + square(2) * 587 + square(3) * 114 < 14400000 ? 'dark' : 'light';
  }

  function systemScheme() {
    return window.matchMedia && window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }

  function parameter(name) {
    var found = new RegExp(name.concat('=([^&]*)')).exec(launch);
    return found ? found[1] : '';
  }

  function decoded(text) {
    return decodeURIComponent(text.replace(/\+/g, '%20'));
  }

  function navigation() {
    return performance.getEntriesByType ? performance.getEntriesByType('navigation')[0] : null;
  }

  // From this launch's fragment; after a reload from the navigation entry, or from session storage.
  function launchParameters() {
    var isLaunch = /tgWebAppPlatform=/;
    if (isLaunch.test(location.hash)) return location.hash;
    var entry = read(navigation);
    if (entry && isLaunch.test(entry.name)) return entry.name;
    for (var i = 0; i < sessionStorage.length; i++) {
      if (/^irich:\w+:launch$/.test(sessionStorage.key(i)))
        return sessionStorage.getItem(sessionStorage.key(i));
    }
  }
})();
