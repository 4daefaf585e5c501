//! Deleting a conversation: asked twice, since it does not come back.

use leptos::prelude::*;

#[component]
pub fn DeleteConversation(delete: Callback<()>) -> impl IntoView {
    let sure = RwSignal::new(false);
    view! {
        <div class="rail-delete needs-scripts">
            <Show
                when=move || sure.get()
                fallback=move || {
                    view! {
                        <button class="button" data-kind="quiet" data-size="small" on:click=move |_| sure.set(true)>
                            "Delete this conversation"
                        </button>
                    }
                }
            >
                <p>"Its questions, answers and traces go for good."</p>
                <p class="row">
                    <button class="button" data-kind="danger" data-size="small" on:click=move |_| delete.run(())>
                        "Delete"
                    </button>
                    <button class="button" data-kind="quiet" data-size="small" on:click=move |_| sure.set(false)>
                        "Keep"
                    </button>
                </p>
            </Show>
        </div>
    }
    .into_any()
}
